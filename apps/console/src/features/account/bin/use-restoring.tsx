import { Anchor, Group, List } from '@mantine/core';
import type { BinEntry, RestoreAnswer } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { openDialog } from '../../../lib/dialogs.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { auditWords } from '../../../locales/audit.ts';
import { binWords } from '../../../locales/bin.ts';
import { useRestore } from './bin.queries.ts';

type Asked = { withParents?: boolean; merge?: boolean };
type Parent = { kind: BinEntry['kind']; name: string };

/** Restores a record, and asks what the server has to know: what it belongs to lies in the bin too, or somebody else has its place by now. */
export function useRestoring() {
  const say = useWords(binWords.page);
  const sayKind = useWords(auditWords.kind);
  const restore = useRestore();
  // Toasts are shown beside the router: a link would not find it there.
  const navigate = useNavigate();

  const describeMissing = ({ kind, name, count = 1 }: RestoreAnswer['missing'][number]): string =>
    name ? say('withoutOne', { kind: sayKind(kind), name }) : say('withoutSome', { count, kind: sayKind(kind) });

  const tellRestored = ({ name, link, missing }: RestoreAnswer) =>
    showToast(
      'success',
      <>
        <Group justify="space-between" gap="sm">
          {say('restored', { name: name || say('unnamed') })}
          {link ? (
            <Anchor component="button" type="button" size="sm" onClick={() => void navigate({ to: link })}>
              {say('open')}
            </Anchor>
          ) : null}
        </Group>
        {missing.length > 0 ? (
          <List size="sm">
            {missing.map((part) => (
              <List.Item key={`${part.kind} ${part.name}`}>{describeMissing(part)}</List.Item>
            ))}
          </List>
        ) : null}
      </>,
    );

  const ask = (entry: BinEntry, error: unknown): Promise<Asked | undefined> => {
    const { code, data } = describeFailure(error);
    if (code === 'bin.parents_needed') {
      const parents = (data.parents as Parent[]).map(({ kind, name }) => `${sayKind(kind)} ${name}`).join(', ');
      return confirm(
        { title: say('parentsTitle'), text: say('parentsText', { name: entry.name, parents }), confirm: say('restoreAll') },
        { withParents: true },
      );
    }
    if (code === 'bin.conflict') {
      const holder = String(data.name);
      const text = say('conflictText', { holder, name: entry.name });
      return confirm({ title: say('conflictTitle', { name: holder }), text, confirm: say('merge') }, { merge: true });
    }
    throw error;
  };

  const run = async (entry: BinEntry, asked: Asked = {}): Promise<void> => {
    try {
      tellRestored(await restore.mutateAsync({ id: entry.id, ...asked }));
    } catch (error) {
      try {
        const more = await ask(entry, error);
        if (more) await run(entry, { ...asked, ...more });
      } catch (refused) {
        tellFailure(refused);
      }
    }
  };
  return { run, pendingId: restore.isPending ? restore.variables.id : undefined };
}

const confirm = async (question: { title: string; text: string; confirm: string }, then: Asked): Promise<Asked | undefined> =>
  (await openDialog({ type: 'confirm', ...question })) ? then : undefined;
