import { Alert, Badge, Button, Code, Group, Loader, Select, Stack, Text, UnstyledButton } from '@mantine/core';
import type { Document, DocumentChanges } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDocument } from '../editor/use-editor.ts';
import { useApi } from '../frame/api-context.ts';
import { nameOf } from '../nodes/summary.ts';
import { designerWords } from '../words.ts';
import { type Comparison, comparisonOf, isSame } from './comparison.ts';
import classes from './panel.module.css';
import { Panel } from './panel.tsx';

type Props = {
  comparison: Comparison | null;
  onCompare: (comparison: Comparison | null) => void;
  onShow: (id: string) => void;
  onClose: () => void;
};
const draft = 'draft';

/** Chooses two versions that are drawn over each other, and lists every difference between them. */
export function ComparePanel({ comparison, onCompare, onShow, onClose }: Props) {
  const say = useWords(designerWords.compare);
  const api = useApi();
  const document = useDocument();
  const { data: versions = [], isPending, isError } = useQuery({ queryKey: ['versions'], queryFn: () => api.versions() });
  const [before, setBefore] = useState<string | null>(null);
  const [after, setAfter] = useState<string>(draft);
  const [at, setAt] = useState(0);
  const [failure, setFailure] = useState('');
  const load = async (from: string | null, to: string) => {
    setFailure('');
    setAt(0);
    if (from === null) return;
    const read = (one: string) => (one === draft ? Promise.resolve(document) : api.version(Number(one)));
    try {
      const [was, is] = await Promise.all([read(from), read(to)]);
      onCompare(comparisonOf(was, is, { added: say('added'), removed: say('removed'), changed: say('changed') }));
    } catch (error) {
      setFailure(error instanceof Error ? error.message : '');
      onCompare(null);
    }
  };
  const choices = versions.map(({ version, note, by }) => ({
    value: String(version),
    label: [say('version', { version }), note || by].filter((part) => part !== '').join(' · '),
  }));
  const show = (place: number) => {
    const steps = comparison?.steps ?? [];
    const next = (place + steps.length) % steps.length;
    setAt(next);
    const id = steps[next];
    if (id !== undefined) onShow(id);
  };
  return (
    <Panel title={say('title')} onClose={onClose}>
      {isPending && <Loader size="sm" />}
      {isError && <Alert color="red">{say('notLoaded')}</Alert>}
      {!isPending && !isError && versions.length === 0 && (
        <Text size="sm" c="dimmed">
          {say('noVersions')}
        </Text>
      )}
      {versions.length > 0 && (
        <>
          <Select
            label={say('before')}
            data={choices}
            value={before}
            placeholder={say('choose')}
            onChange={(next) => {
              setBefore(next);
              void load(next, after);
            }}
          />
          <Select
            label={say('after')}
            data={[{ value: draft, label: say('draft') }, ...choices]}
            value={after}
            onChange={(next) => {
              setAfter(next ?? draft);
              void load(before, next ?? draft);
            }}
          />
        </>
      )}
      {failure !== '' && <Alert color="red">{failure}</Alert>}
      {comparison && (
        <>
          {comparison.steps.length > 0 && (
            <Group gap="xs">
              <Button size="xs" variant="default" onClick={() => show(at - 1)}>
                {say('previous')}
              </Button>
              <Button size="xs" variant="default" onClick={() => show(at + 1)}>
                {say('next')}
              </Button>
              <Text size="sm" c="dimmed">
                {say('place', { at: at + 1, all: comparison.steps.length })}
              </Text>
            </Group>
          )}
          <ChangeList changes={comparison.changes} document={comparison.union} onShow={onShow} />
        </>
      )}
    </Panel>
  );
}

const shown = (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 159)}…` : text;
};

/** Every difference, in words. */
export function ChangeList({ changes, document, onShow }: { changes: DocumentChanges; document: Document; onShow?: (id: string) => void }) {
  const say = useWords(designerWords.compare);
  if (isSame(changes)) return <Text size="sm">{say('same')}</Text>;
  const node = (id: string, tone: 'added' | 'removed' | 'changed') => (
    <UnstyledButton key={`${tone} ${id}`} className={classes.finding} onClick={() => onShow?.(id)}>
      <Badge size="sm" color={tone === 'added' ? 'green' : tone === 'removed' ? 'red' : 'orange'}>
        {say(tone)}
      </Badge>
      <Text size="sm">{nameOf(document, id)}</Text>
    </UnstyledButton>
  );
  const fields = (list: readonly { path: string; before: unknown; after: unknown }[]) =>
    list.map(({ path, before, after }) => (
      <Stack key={path} gap={2} ps="sm" mb={6}>
        <Text size="xs" c="dimmed" ff="monospace">
          {path}
        </Text>
        <Group gap={6} align="flex-start">
          <Code c="red" style={{ overflowWrap: 'anywhere' }}>
            {shown(before)}
          </Code>
          <Code c="green" style={{ overflowWrap: 'anywhere' }}>
            {shown(after)}
          </Code>
        </Group>
      </Stack>
    ));
  return (
    <Stack gap={2}>
      {changes.added.map((id) => node(id, 'added'))}
      {changes.removed.map((id) => node(id, 'removed'))}
      {changes.changed.map((one) => (
        <div key={one.id}>
          {node(one.id, 'changed')}
          {fields(one.fields)}
        </div>
      ))}
      {changes.edgesAdded.length + changes.edgesRemoved.length > 0 && (
        <Text size="sm" mt="xs">
          {say('ways', { added: changes.edgesAdded.length, removed: changes.edgesRemoved.length })}
        </Text>
      )}
      {changes.settings.length > 0 && (
        <Text size="sm" fw={600} mt="xs">
          {say('settings')}
        </Text>
      )}
      {fields(changes.settings)}
      {changes.variables.length > 0 && (
        <Text size="sm" fw={600} mt="xs">
          {say('variables')}
        </Text>
      )}
      {fields(changes.variables)}
    </Stack>
  );
}
