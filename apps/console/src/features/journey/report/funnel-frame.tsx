import { Center, Loader } from '@mantine/core';
import type { StreamFunnel } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { endSession } from '../../../lib/session.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { streamReportWords } from '../../../locales/stream-report.ts';
import { designerAccessQuery } from '../shared/designer.queries.ts';
import { drawnAddress, type FromFrame, readMessage, type ToFrame } from '../shared/designer-frame.ts';
import classes from './report.module.css';

type FunnelFrameProps = { journeyId: string; funnel: StreamFunnel; node: string; onNode: (node: string) => void };

/** The stream as the designer draws it, to look at: the page tells its figures, and hears which card is chosen. */
export function FunnelFrame({ journeyId, funnel, node, onNode }: FunnelFrameProps) {
  const say = useWords(streamReportWords.report);
  const frame = useRef<HTMLIFrameElement>(null);
  const [zone] = useState(getEnterpriseZone);
  const { data: accessId, error, refetch } = useQuery(designerAccessQuery(journeyId));
  const tell = (message: ToFrame) => frame.current?.contentWindow?.postMessage({ ...message, id: journeyId }, location.origin);
  const tellAll = () => {
    const nodes = Object.fromEntries(
      funnel.nodes.map(({ node: id, entered, left, waiting, finished, dropped }) => [id, { entered, left, waiting, finished, dropped }]),
    );
    const edges = funnel.edges.map(({ node: id, exit, count, share }) => ({ node: id, exit, count, share }));
    tell({ type: 'figures', data: { mode: 'funnel', nodes, edges } });
    if (node !== '') tell({ type: 'openNode', data: { nodeId: node } });
  };
  const hear = useRef<(message: FromFrame) => void>(() => undefined);
  hear.current = (message) => {
    if (message.type === 'ready') tellAll();
    else if (message.type === 'openNode') onNode(message.data.nodeId);
    else if (message.type === 'error') showToast('error', message.data.text);
    else if (message.type === 'sessionOut') endSession('expired');
  };
  useEffect(() => {
    const handle = (event: MessageEvent) => {
      const message = readMessage(event, frame.current?.contentWindow ?? null);
      if (message) hear.current(message);
    };
    window.addEventListener('message', handle);
    return () => window.removeEventListener('message', handle);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told of other figures and of another node, not of every drawing
  useEffect(tellAll, [funnel, node]);
  return (
    <div className={classes.drawing}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : accessId === undefined ? (
        <Center h="100%">
          <Loader aria-label={say('drawingLoading')} />
        </Center>
      ) : (
        <iframe
          key={funnel.version}
          ref={frame}
          className={classes.frame}
          title={say('drawing')}
          src={drawnAddress(accessId, journeyId, funnel.version, zone)}
        />
      )}
    </div>
  );
}
