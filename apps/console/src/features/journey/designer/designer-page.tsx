import { ActionIcon, Button, Center, Group, Loader, Modal, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useBlocker, useCanGoBack, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { getUserZone } from '../../../lib/format.ts';
import { endSession, getToken } from '../../../lib/session.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { designerWords } from '../../../locales/designer.ts';
import { BrandMark } from '../../account/shared/brand-mark.tsx';
import { designerAccessQuery } from './designer.queries.ts';
import { type FromFrame, frameAddress, readMessage, type ToFrame } from './designer-frame.ts';
import classes from './designer-page.module.css';
import { useDraftChanges } from './use-draft-changes.ts';
import { useFrameHeight } from './use-frame-height.ts';

const route = getRouteApi('/designer/journey/$journeyId');

/** The frame that a stream is built in: who leaves it with something unsaved is asked what becomes of it. */
export function DesignerPage() {
  const { journeyId } = route.useParams();
  const { nodeId } = route.useSearch();
  const navigate = route.useNavigate();
  const say = useWords(designerWords.page);
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const height = useFrameHeight();
  // Kept: another address would begin the frame anew.
  const [zone] = useState(getUserZone);
  const frame = useRef<HTMLIFrameElement>(null);
  const [name, setName] = useState('');
  const [isDirty, setDirty] = useState(false);
  const [isClosing, setClosing] = useState(false);
  const { data: accessId, error, refetch } = useQuery(designerAccessQuery(journeyId));
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
  const answers: { [Type in FromFrame['type']]: (message: Extract<FromFrame, { type: Type }>) => void } = {
    ready: ({ data }) => setName(data.name),
    dirty: ({ data }) => setDirty(data.isDirty),
    saved: ({ data }) => setName(data.name),
    error: ({ data }) => {
      setClosing(false);
      showToast('error', data.text || say('failed'));
    },
    openNode: ({ data }) => {
      shown.current = data.nodeId;
      void navigate({ search: { nodeId: data.nodeId }, replace: true });
    },
    close: () => {
      setDirty(false);
      if (blocker.status === 'blocked') blocker.proceed();
    },
    sessionOut: () => endSession('expired'),
  };
  const hear = useRef(answers);
  hear.current = answers;
  useEffect(() => {
    const handle = (event: MessageEvent) => {
      const message = readMessage(event, frame.current?.contentWindow ?? null);
      if (message) (hear.current[message.type] as (message: FromFrame) => void)(message);
    };
    window.addEventListener('message', handle);
    return () => window.removeEventListener('message', handle);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told of a node, not of every drawing
  useEffect(() => {
    if (nodeId !== undefined && nodeId !== shown.current) tell({ type: 'openNode', data: { nodeId } });
    shown.current = nodeId;
  }, [nodeId]);

  const goBack = () => (canGoBack ? router.history.back() : void router.navigate({ to: '/journey/workspace' }));
  const leave = (save: boolean) => {
    setClosing(save);
    tell({ type: 'close', data: { save } });
  };
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <ActionIcon size={34} aria-label={say('back')} onClick={goBack}>
          <IconArrowLeft size={20} />
        </ActionIcon>
        <h1 className={classes.title}>{say('title', { name })}</h1>
        <BrandMark size={24} isCompact />
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
            title={say('frame')}
            src={frameAddress(accessId, journeyId, first, zone)}
            style={{ blockSize: height }}
            allow="clipboard-read; clipboard-write"
          />
        )}
      </main>
      <Modal opened={blocker.status === 'blocked'} onClose={() => blocker.reset?.()} title={say('unsavedTitle')}>
        <Text size="sm">{say('unsavedText')}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => blocker.reset?.()}>
            {say('stay')}
          </Button>
          <Button variant="default" color="red" onClick={() => leave(false)}>
            {say('discard')}
          </Button>
          <Button loading={isClosing} onClick={() => leave(true)}>
            {say('save')}
          </Button>
        </Group>
      </Modal>
    </div>
  );
}
