import { ActionIcon, Button, Center, Loader } from '@mantine/core';
import { IconArrowLeft, IconPlugConnected, IconRocket } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useBlocker, useCanGoBack, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { getOwnStore } from '../../../lib/own-store.ts';
import { endSession, getToken } from '../../../lib/session.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { designerWords } from '../../../locales/designer.ts';
import { BrandMark } from '../../account/shared/brand-mark.tsx';
import { designerAccessQuery } from '../shared/designer.queries.ts';
import { type Drawn, frameAddress, type ToFrame } from '../shared/designer-frame.ts';
import { journeyKeys, journeyQuery } from '../shared/journey.queries.ts';
import classes from './designer-page.module.css';
import { LeaveDialog } from './leave-dialog.tsx';
import { useDraftChanges } from './use-draft-changes.ts';
import { useFrameHeight } from './use-frame-height.ts';
import { type FrameAnswers, useFrameMessages } from './use-frame-messages.ts';

const PublishDialog = late(() => import('../shared/publish-dialog.tsx').then((module) => module.PublishDialog));
const RulesDialog = late(() => import('../shared/rules-dialog.tsx').then((module) => module.RulesDialog));

const journeyRoute = getRouteApi('/designer/journey/$journeyId');
const encapRoute = getRouteApi('/designer/encap/$encapId');

/** The frame that a stream is built in. */
export function DesignerPage() {
  const { journeyId } = journeyRoute.useParams();
  const { nodeId } = journeyRoute.useSearch();
  const navigate = journeyRoute.useNavigate();
  const handleNode = (next: string) => void navigate({ search: { nodeId: next }, replace: true });
  return <DrawingFrame drawn={{ kind: 'journey', id: journeyId }} nodeId={nodeId} onNode={handleNode} />;
}

/** The same for an encap, which nothing but its links begins (DESIGN-001). */
export function EncapDesignerPage() {
  const { encapId } = encapRoute.useParams();
  const { nodeId } = encapRoute.useSearch();
  const navigate = encapRoute.useNavigate();
  const handleNode = (next: string) => void navigate({ search: { nodeId: next }, replace: true });
  return <DrawingFrame drawn={{ kind: 'encap', id: encapId }} nodeId={nodeId} onNode={handleNode} />;
}

type DrawingFrameProps = { drawn: Drawn; nodeId: string | undefined; onNode: (nodeId: string) => void };

/** The frame below its bar: leaving it with something unsaved asks what becomes of that. */
function DrawingFrame({ drawn, nodeId, onNode }: DrawingFrameProps) {
  const { id: journeyId } = drawn;
  const isEncap = drawn.kind === 'encap';
  const say = useWords(designerWords.page);
  const router = useRouter();
  const client = useQueryClient();
  const canGoBack = useCanGoBack();
  const height = useFrameHeight();
  // Kept: another address would begin the frame anew.
  const [zone] = useState(getEnterpriseZone);
  const [owner] = useState(() => getOwnStore()?.owner);
  const frame = useRef<HTMLIFrameElement>(null);
  const [name, setName] = useState('');
  const [isDirty, setDirty] = useState(false);
  const [isClosing, setClosing] = useState(false);
  const { data: accessId, error, refetch } = useQuery(designerAccessQuery(journeyId));
  const { data: journey } = useQuery(journeyQuery(journeyId));
  const [open, setOpen] = useState<'publish' | 'rules'>();
  const close = () => setOpen(undefined);
  // The frame is loaded once: a node that is asked for later is told to it.
  const [first] = useState(nodeId);
  const shown = useRef(nodeId);

  const blocker = useBlocker({
    // Another node is no other place, and a session that has ended takes its screens along.
    shouldBlockFn: ({ current, next }) => isDirty && getToken() !== null && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });

  const tell = (message: ToFrame) => frame.current?.contentWindow?.postMessage({ ...message, id: journeyId }, location.origin);
  useDraftChanges(journeyId, tell);
  const answers: FrameAnswers = {
    ready: ({ data }) => setName(data.name),
    dirty: ({ data }) => setDirty(data.isDirty),
    saved: ({ data }) => setName(data.name),
    error: ({ data }) => {
      setClosing(false);
      // Nothing is published while changes could not be saved.
      if (data.code === 'save') setOpen((now) => (now === 'publish' ? undefined : now));
      showToast('error', data.text || say('failed'));
    },
    openNode: ({ data }) => {
      shown.current = data.nodeId;
      onNode(data.nodeId);
    },
    close: () => {
      setDirty(false);
      if (blocker.status === 'blocked') blocker.proceed();
    },
    sessionOut: () => endSession('expired'),
  };
  useFrameMessages(frame, answers);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told of a node, not of every drawing
  useEffect(() => {
    if (nodeId !== undefined && nodeId !== shown.current) tell({ type: 'openNode', data: { nodeId } });
    shown.current = nodeId;
  }, [nodeId]);

  // Lists of encaps are older than what was done in the frame.
  useEffect(() => () => void (isEncap && client.invalidateQueries({ queryKey: journeyKeys.encaps })), [client, isEncap]);
  const goBack = () => (canGoBack ? router.history.back() : void router.navigate({ to: isEncap ? '/encaps' : '/journey/workspace' }));
  const leave = (save: boolean) => {
    setClosing(save);
    tell({ type: 'close', data: { save } });
  };
  // Publishing takes the draft as the server has it.
  const handlePublish = () => {
    if (isDirty) tell({ type: 'save', data: {} });
    setOpen('publish');
  };
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <ActionIcon size={34} aria-label={say('back')} onClick={goBack}>
          <IconArrowLeft size={20} />
        </ActionIcon>
        <h1 className={classes.title}>{say(isEncap ? 'encapTitle' : 'title', { name })}</h1>
        {journey && !isEncap ? (
          <Button
            size="xs"
            variant="default"
            className={classes.rules}
            leftSection={<IconPlugConnected size={15} aria-hidden />}
            onClick={() => setOpen('rules')}
          >
            {say('rules')}
          </Button>
        ) : null}
        {journey?.may.includes('publish') ? (
          <Button
            size="xs"
            leftSection={<IconRocket size={15} aria-hidden />}
            loading={open === 'publish' && isDirty}
            onClick={handlePublish}
          >
            {say('publish')}
          </Button>
        ) : null}
        <span className={classes.brand}>
          <BrandMark size={24} isCompact />
        </span>
      </header>
      <main style={{ blockSize: height }}>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : accessId === undefined ? (
          <Center h="100%">
            <Loader aria-label={say('loading')} />
          </Center>
        ) : (
          <iframe
            ref={frame}
            className={classes.frame}
            title={say(isEncap ? 'encapFrame' : 'frame')}
            src={frameAddress(accessId, drawn, first, zone, owner)}
            style={{ blockSize: height }}
            allow="clipboard-read; clipboard-write"
          />
        )}
      </main>
      <Suspense>
        {journey && open === 'publish' && !isDirty ? (
          <PublishDialog
            journey={journey}
            kind={drawn.kind}
            onPublished={() => tell({ type: 'published', data: {} })}
            onOpenNode={close}
            onClose={close}
          />
        ) : null}
        {journey && open === 'rules' ? <RulesDialog journey={journey} onClose={close} /> : null}
      </Suspense>
      <LeaveDialog isOpen={blocker.status === 'blocked'} isSaving={isClosing} onStay={() => blocker.reset?.()} onLeave={leave} />
    </div>
  );
}
