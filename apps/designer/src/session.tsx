import { Alert, Button, Center, Loader, Stack } from '@mantine/core';
import type { Document } from '@parley/journey';
import { applyKnown } from '@parley/journey';
import { setEnterpriseCountry } from '@parley/ui/format';
import { useWords } from '@parley/ui/words';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Draft, SessionOut } from './api.ts';
import { Designer } from './designer.tsx';
import { Editor } from './editor/editor.ts';
import { Saver, type Saving } from './editor/saver.ts';
import { EditorContext } from './editor/use-editor.ts';
import { useApi } from './frame/api-context.ts';
import { LeaseKeeper, type LeaseState } from './frame/lease.ts';
import { ownStore } from './frame/own-store.ts';
import type { linkToPage } from './frame/page-link.ts';
import { ConflictDialog } from './parts.ts';
import { designerWords } from './words.ts';

/** @property owner whose browser it is, `eId:uId`: what is unsent is kept for that person */
type Props = { journeyId: string; nodeId: string | null; owner: string | null; page: ReturnType<typeof linkToPage> };
const renewMs = 5 * 60_000;
/** The page tells of each change; this is for what it did not hear of. */
const watchMs = 60_000;

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
  const api = useApi();
  const client = useQueryClient();
  const [saving, setSaving] = useState<Saving>({ kind: 'saved', at: draft.savedAt });
  const [lease, setLease] = useState<LeaseState | null>(null);
  const [unpublishedBy, setUnpublishedBy] = useState(draft.unpublishedBy);
  const [wantedNode, setWantedNode] = useState(nodeId === null ? null : { id: nodeId });
  const canEdit = !draft.readOnly;
  useEffect(() => setEnterpriseCountry(draft.place.country), [draft.place.country]);

  const look = useRef<() => Promise<void>>(async () => undefined);
  const follow = useRef<(revision: number) => void>(() => undefined);
  const { editor, saver } = useMemo(() => {
    const editor = new Editor(draft.document, { isReadOnly: true });
    const saver: Saver = new Saver(journeyId, draft.revision, draft.savedAt, {
      api,
      store: ownStore(owner),
      now: Date.now,
      onState(state) {
        setSaving(state);
        page.tell({ type: 'dirty', data: { isDirty: saver.isDirty } });
        if (state.kind === 'failed') page.tell({ type: 'error', data: { code: 'save', text: state.text } });
      },
      onSaved: (revision, at) => page.tell({ type: 'saved', data: { revision, at, name: editor.document.name } }),
      onSessionOut: () => page.tell({ type: 'sessionOut', data: {} }),
      onHeld: () => void look.current(),
    });
    return { editor, saver };
  }, [draft, journeyId, owner, api, page]);

  useEffect(() => editor.onChange((operations) => saver.add(operations)), [editor, saver]);

  useEffect(() => {
    const recovered = canEdit ? saver.recover(draft.document) : undefined;
    if (recovered) editor.replace(recovered);
    page.tell({ type: 'ready', data: { protocol: 1, readOnly: draft.readOnly, name: editor.document.name } });
    return () => saver.stop();
  }, [editor, saver, draft, canEdit, page]);

  const keeper = useMemo(
    () =>
      new LeaseKeeper({
        api,
        onLease(state) {
          setLease(state);
          editor.setReadOnly(!state.isMine);
          // Saves changes that were blocked while somebody else held the lease.
          if (state.isMine && saver.isDirty) void saver.save();
        },
        onSessionOut: () => page.tell({ type: 'sessionOut', data: {} }),
        onError: (error) => page.tell({ type: 'error', data: { code: 'lease', text: error instanceof Error ? error.message : '' } }),
      }),
    [api, editor, saver, page],
  );
  useEffect(() => {
    if (!canEdit) return;
    look.current = () => keeper.look();
    void keeper.begin();
    return () => void keeper.end();
  }, [keeper, canEdit]);

  // A watching user sees the changes that the editing one saves.
  const isWatching = !canEdit || (lease !== null && !lease.isMine);
  useEffect(() => {
    const readAgain = async () => {
      const now = await api.draft().catch(() => undefined);
      if (!now || saver.isDirty) return;
      setUnpublishedBy(now.unpublishedBy);
      saver.follow(now.revision);
      if (now.revision !== draft.revision || isWatching) editor.replace(now.document);
    };
    if (!isWatching) return;
    // Saves that follow each other while one is read are read once more, not once each.
    let isReading = false;
    let wanted = 0;
    follow.current = (revision) => {
      wanted = Math.max(wanted, revision);
      if (isReading) return;
      isReading = true;
      const read = wanted;
      void readAgain().finally(() => {
        isReading = false;
        if (wanted > read) follow.current(wanted);
      });
    };
    const timer = setInterval(() => void readAgain(), watchMs);
    return () => {
      clearInterval(timer);
      follow.current = () => undefined;
      // A user who takes over continues from the last saved state.
      void readAgain();
    };
  }, [isWatching, api, saver, editor, draft]);

  useEffect(() => {
    const timer = setInterval(() => {
      void api.renew().catch((error: unknown) => {
        if (error instanceof SessionOut) page.tell({ type: 'sessionOut', data: {} });
      });
    }, renewMs);
    return () => clearInterval(timer);
  }, [api, page]);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (saver.isDirty) event.preventDefault();
    };
    const back = () => void saver.save();
    globalThis.addEventListener('beforeunload', ask);
    globalThis.addEventListener('online', back);
    return () => {
      globalThis.removeEventListener('beforeunload', ask);
      globalThis.removeEventListener('online', back);
    };
  }, [saver]);

  useEffect(
    () =>
      page.listen((message) => {
        if (message.type === 'openNode') {
          setWantedNode({ id: message.data.nodeId });
          return;
        }
        if (message.type === 'save') {
          void saver.save().then((isSaved) => {
            // A failed save has told of itself.
            if (!isSaved && saver.state.kind !== 'failed')
              page.tell({ type: 'error', data: { code: 'save', text: designerWords.session('notSaved') } });
          });
          return;
        }
        if (message.type === 'published') {
          setUnpublishedBy([]);
          void client.invalidateQueries({ queryKey: ['versions'] });
          return;
        }
        if (message.type === 'changed') {
          const { change, revision } = message.data;
          if (change !== 'held') follow.current(revision);
          if (change !== 'saved') void look.current();
          return;
        }
        void (async () => {
          if (message.data.save && !(await saver.save())) return;
          if (!message.data.save) saver.discard();
          await keeper.end();
          page.tell({ type: 'close', data: {} });
        })();
      }),
    [page, saver, keeper, client],
  );

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
