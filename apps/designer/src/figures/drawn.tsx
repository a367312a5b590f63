import { Alert, Button, Center, Loader, Stack } from '@mantine/core';
import type { Document } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { SessionOut } from '../api.ts';
import { Canvas } from '../canvas/canvas.tsx';
import type { Counts } from '../canvas/flow.ts';
import classes from '../designer.module.css';
import { useApi } from '../frame/api-context.ts';
import type { Figures, Page } from '../frame/page-link.ts';
import { designerWords } from '../words.ts';
import { toMarks } from './figure-marks.ts';

const nothing: ReadonlySet<string> = new Set();
const noFindings: Counts = new Map();

/** A published version that is only looked at, with the figures that the page around the frame sends. */
export function Drawn({ version, page }: { version: number; page: Page }) {
  const say = useWords(designerWords.session);
  const api = useApi();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['drawn', version],
    queryFn: () => api.drawn(version),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  useEffect(() => {
    if (error instanceof SessionOut) page.tell({ type: 'sessionOut', data: {} });
    else if (error) page.tell({ type: 'error', data: { code: 'draft', text: error.message } });
  }, [error, page]);
  if (data) return <Drawing document={data} page={page} />;
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

function Drawing({ document, page }: { document: Document; page: Page }) {
  const say = useWords(designerWords.figures);
  const [figures, setFigures] = useState<Figures | null>(null);
  const [chosen, setChosen] = useState(nothing);
  useEffect(() => {
    const stop = page.listen((message) => {
      if (message.type === 'figures') setFigures(message.data);
      if (message.type === 'openNode') setChosen(new Set([message.data.nodeId]));
    });
    page.tell({ type: 'ready', data: { protocol: 1, readOnly: true, name: document.name } });
    return stop;
  }, [page, document]);
  const marks = useMemo(() => toMarks(figures), [figures]);
  const open = (nodeId: string | null) => {
    setChosen(nodeId === null ? nothing : new Set([nodeId]));
    if (nodeId !== null) page.tell({ type: 'openNode', data: { nodeId } });
  };
  const handleKey = (event: KeyboardEvent) => {
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>('.react-flow__node') : null;
    const id = card?.dataset.id;
    if (id === undefined || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    open(id);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its cards take the keyboard, and are what is pressed
    <div className={classes.designer} onKeyDown={handleKey}>
      <main className={classes.stage}>
        <Canvas
          document={document}
          selected={chosen}
          counts={noFindings}
          marks={marks}
          isEditable={false}
          label={say('canvas', { name: document.name })}
          onSelect={() => undefined}
          onOpen={open}
        />
      </main>
    </div>
  );
}
