import { Alert, Button, Center, Loader, Stack } from '@mantine/core';
import type { Document } from '@parley/journey';
import { applyKnown } from '@parley/journey';
import { setEnterpriseCountry } from '@parley/ui/format';
import { useWords } from '@parley/ui/words';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Draft, SessionOut } from './api.ts';
import { Designer } from './designer.tsx';
import type { Saver } from './editor/saver.ts';
import { EditorContext } from './editor/use-editor.ts';
import { useApi } from './frame/api-context.ts';
import type { Page } from './frame/page-link.ts';
import { useLease } from './frame/use-lease.ts';
import { usePageMessages } from './frame/use-page-messages.ts';
import { useRenewal } from './frame/use-renewal.ts';
import { useSaving } from './frame/use-saving.ts';
import { useWatching } from './frame/use-watching.ts';
import { ConflictDialog } from './parts.ts';
import { designerWords } from './words.ts';

/** @property owner whose browser it is, `eId:uId`: what is unsent is kept for that person */
type Props = { journeyId: string; nodeId: string | null; owner: string | null; page: Page };

/** Loads the draft, and says why when there is none. */
export function Session(props: Props) {
  const say = useWords(designerWords.session);
  const api = useApi();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['draft'],
    queryFn: () => api.draft(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  useEffect(() => {
    if (error instanceof SessionOut) props.page.tell({ type: 'sessionOut', data: {} });
    else if (error) props.page.tell({ type: 'error', data: { code: 'draft', text: error.message } });
  }, [error, props.page]);
  if (data) return <Editing {...props} draft={data} />;
  return (
    <Center mih="100dvh" p="md">
      {error && !isFetching ? (
        <Stack align="center">
          <Alert color="red">{error instanceof SessionOut ? say('out') : error.message || say('notLoaded')}</Alert>
          <Button variant="default" onClick={() => void refetch()}>
            {say('again')}
          </Button>
        </Stack>
      ) : (
        <Loader aria-label={say('loading')} />
      )}
    </Center>
  );
}

/** Holds what lives as long as the page: the document, what is unsent, the lease, the access. */
function Editing({ draft, journeyId, nodeId, owner, page }: Props & { draft: Draft }) {
  const [unpublishedBy, setUnpublishedBy] = useState(draft.unpublishedBy);
  const [wantedNode, setWantedNode] = useState(nodeId === null ? null : { id: nodeId });
  const canEdit = !draft.readOnly;
  useEffect(() => setEnterpriseCountry(draft.place.country), [draft.place.country]);

  const look = useRef<() => Promise<void>>(async () => undefined);
  const follow = useRef<(revision: number) => void>(() => undefined);
  const { editor, saver, saving } = useSaving({ draft, journeyId, owner, page, canEdit, look });
  const { lease, keeper } = useLease({ editor, saver, page, canEdit, look });
  const isWatching = !canEdit || (lease !== null && !lease.isMine);
  useWatching({ isWatching, draft, editor, saver, follow, onUnpublishedBy: setUnpublishedBy });
  useRenewal(page);
  usePageMessages({ page, saver, keeper, look, follow, onNode: setWantedNode, onUnpublishedBy: setUnpublishedBy });

  const handleSave = useCallback(() => saver.save(), [saver]);
  const theirs: Document | null = saving.kind === 'conflict' ? saving.document : null;
  const mine = theirs === null ? undefined : mineOn(theirs, saver);
  return (
    <EditorContext value={editor}>
      <Designer
        saving={saving}
        lease={lease}
        canEdit={canEdit}
        unpublishedBy={unpublishedBy}
        place={draft.place}
        wantedNode={wantedNode}
        onTakeOver={() => void keeper.takeOver()}
        onSave={handleSave}
      />
      {theirs && (
        <ConflictDialog
          theirs={theirs}
          mine={mine ?? editor.document}
          canKeepMine={mine !== undefined}
          onResolve={(takeMine) => {
            const next = saver.resolve(takeMine);
            if (next) editor.replace(next);
          }}
        />
      )}
    </EditorContext>
  );
}

/** Applies the unsent changes to the current document; undefined if they do not apply to it. */
function mineOn(theirs: Document, saver: Saver): Document | undefined {
  const edited = applyKnown(theirs, saver.unsent);
  return 'document' in edited ? edited.document : undefined;
}
