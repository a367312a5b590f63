import { ActionIcon, Center, Loader } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useBlocker, useCanGoBack, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { getEnterpriseCountry, getEnterpriseZone } from '../../../lib/format.ts';
import { getOwnStore } from '../../../lib/own-store.ts';
import { endSession, getToken } from '../../../lib/session.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { designerWords } from '../../../locales/designer.ts';
import { BrandMark } from '../../account/shared/brand-mark.tsx';
import { designerAccessQuery } from '../shared/designer.queries.ts';
import { formFrameAddress, type ToFrame } from '../shared/designer-frame.ts';
import classes from './designer-page.module.css';
import { LeaveDialog } from './leave-dialog.tsx';
import { useFrameHeight } from './use-frame-height.ts';
import { useFrameMessages } from './use-frame-messages.ts';

const formRoute = getRouteApi('/designer/forms/$formId');
const flowRoute = getRouteApi('/designer/flow/$flowId/screen/$screenId');

/** The frame that a form is written in. */
export function FormDesignerPage() {
  const { formId } = formRoute.useParams();
  return <FormFrame key={formId} formId={formId} />;
}

/** The same, begun at the screen of a flow. */
export function FlowDesignerPage() {
  const { flowId, screenId } = flowRoute.useParams();
  return <FormFrame key={`${flowId} ${screenId}`} formId={flowId} screenId={screenId} />;
}

function FormFrame({ formId, screenId }: { formId: string; screenId?: string }) {
  const say = useWords(designerWords.page);
  const router = useRouter();
  const client = useQueryClient();
  const canGoBack = useCanGoBack();
  const height = useFrameHeight();
  // Kept: another address would begin the frame anew.
  const [around] = useState(() => ({ zone: getEnterpriseZone(), country: getEnterpriseCountry(), owner: getOwnStore()?.owner }));
  const frame = useRef<HTMLIFrameElement>(null);
  const [isDirty, setDirty] = useState(false);
  const [isClosing, setClosing] = useState(false);
  const isFlow = screenId !== undefined;
  const { data: accessId, error, refetch } = useQuery(designerAccessQuery(formId, isFlow ? 'flow' : 'form', screenId));
  const blocker = useBlocker({
    // A session that has ended takes its screens along.
    shouldBlockFn: ({ current, next }) => isDirty && getToken() !== null && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  useFrameMessages(frame, {
    ready: () => undefined,
    dirty: ({ data }) => setDirty(data.isDirty),
    saved: () => undefined,
    error({ data }) {
      setClosing(false);
      showToast('error', data.text || say('failed'));
    },
    openNode: () => undefined,
    close() {
      setDirty(false);
      if (blocker.status === 'blocked') blocker.proceed();
    },
    sessionOut: () => endSession('expired'),
  });
  // Lists of forms are older than what was done in the frame.
  useEffect(() => () => void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('form') }), [client]);
  const goBack = () => (canGoBack ? router.history.back() : router.history.push(isFlow ? '/whatsapp-flow' : '/encaps/forms'));
  const leave = (save: boolean) => {
    setClosing(save);
    frame.current?.contentWindow?.postMessage(
      { type: 'close', data: { save }, id: formId } satisfies ToFrame & { id: string },
      location.origin,
    );
  };
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <ActionIcon size={34} aria-label={say('back')} onClick={goBack}>
          <IconArrowLeft size={20} />
        </ActionIcon>
        <h1 className={classes.title}>{say(isFlow ? 'flowTitle' : 'formTitle')}</h1>
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
            title={say('formFrame')}
            src={formFrameAddress(accessId, { formId, screenId }, around)}
            style={{ blockSize: height }}
            allow="clipboard-read; clipboard-write"
          />
        )}
      </main>
      <LeaveDialog isOpen={blocker.status === 'blocked'} isSaving={isClosing} onStay={() => blocker.reset?.()} onLeave={leave} />
    </div>
  );
}
