import { Alert, Button, Center, Loader, Stack } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { type ComponentType, type FunctionComponent, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { designerWords } from '../words.ts';

/** A part that arrives later. @property fetch asks for its script ahead of its use; rejects when it does not arrive */
export type Later<P extends object> = FunctionComponent<P> & { fetch(): Promise<void> };

/**
 * A part whose script arrives after the first sight of the canvas. It is drawn at once where the script is here already, which `React.lazy`
 * does not do: that shows its fallback first, and keeps it for a third of a second.
 * @param isWanted of a dialog that is drawn closed: nothing is fetched for it, and nothing stands in its place
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, isWanted?: (props: P) => boolean): Later<P> {
  const script = new Script(load);
  return Object.assign(
    (props: P) => (
      <Arriving script={script} isDue={isWanted?.(props) ?? true} isQuiet={isWanted !== undefined}>
        {(Part) => <Part {...props} />}
      </Arriving>
    ),
    { fetch: script.fetch },
  );
}

/** A part's script: asked for once, and again where it did not arrive. */
class Script<P extends object> {
  #part: ComponentType<P> | undefined;
  #arrival: Promise<void> | undefined;
  readonly #load: () => Promise<ComponentType<P>>;
  readonly #waiting = new Set<() => void>();

  constructor(load: () => Promise<ComponentType<P>>) {
    this.#load = load;
  }

  readonly read = () => this.#part;
  readonly subscribe = (redraw: () => void) => {
    this.#waiting.add(redraw);
    return () => this.#waiting.delete(redraw);
  };
  readonly fetch = () => {
    this.#arrival ??= this.#load().then(
      (part) => {
        this.#part = part;
        for (const redraw of this.#waiting) redraw();
      },
      (error: unknown) => {
        this.#arrival = undefined;
        throw error;
      },
    );
    return this.#arrival;
  };
}

type ArrivingProps<P extends object> = {
  script: Script<P>;
  isDue: boolean;
  isQuiet: boolean;
  children: (part: ComponentType<P>) => ReactNode;
};

function Arriving<P extends object>({ script, isDue, isQuiet, children }: ArrivingProps<P>) {
  const part = useSyncExternalStore(script.subscribe, script.read);
  const [attempt, setAttempt] = useState(0);
  const [failedAt, setFailedAt] = useState(-1);
  const isMissing = part === undefined && isDue;
  useEffect(() => {
    if (isMissing) script.fetch().catch(() => setFailedAt(attempt));
  }, [isMissing, script, attempt]);
  const hasFailed = isMissing && failedAt === attempt;
  // The line was lost: it is asked for once more when the browser is back on the network.
  useEffect(() => {
    if (!hasFailed) return;
    const again = () => setAttempt((last) => last + 1);
    globalThis.addEventListener('online', again);
    return () => globalThis.removeEventListener('online', again);
  }, [hasFailed]);
  if (part) return children(part);
  if (isQuiet) return null;
  return hasFailed ? <Missing onAgain={() => setAttempt(attempt + 1)} /> : <Coming />;
}

function Coming() {
  const say = useWords(designerWords.session);
  return (
    <Center p="xl">
      <Loader size="sm" aria-label={say('loading')} />
    </Center>
  );
}

function Missing({ onAgain }: { onAgain: () => void }) {
  const say = useWords(designerWords.session);
  return (
    <Stack p="md" align="flex-start">
      <Alert color="red">{say('partMissing')}</Alert>
      <Button variant="default" onClick={onAgain}>
        {say('again')}
      </Button>
    </Stack>
  );
}
