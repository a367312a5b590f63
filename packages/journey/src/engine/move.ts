import type { Compiled } from './compile.ts';
import type { Facts } from './facts.ts';
import { openFrame } from './run.ts';
import { isSecretVariable } from './secrecy.ts';
import type { Frame, Instance } from './state.ts';

/** Reasons why a walk stays in its version. */
export type NotMoved = 'NODE_GONE' | 'TYPE_CHANGED' | 'VARIABLE_CHANGED' | 'STREAM_GONE' | 'CALL_OPEN';
export type Moved = { instance: Instance } | { reason: NotMoved };

/**
 * A walk in another version of its stream: it goes on where it stands, with what it knows and the deadlines that it has. It moves only where
 * every node at which it stands is still there with its type, and no variable that it has set has another type.
 */
export function moveInstance(
  from: Compiled,
  to: Compiled,
  instance: Instance,
  facts: Pick<Facts, 'zone' | 'country' | 'language'>,
  now: number,
): Moved {
  // The answer of a call goes to the node that asked it, as that node was.
  if (instance.wait?.kind === 'call') return { reason: 'CALL_OPEN' };
  const frames: Frame[] = [];
  for (const frame of instance.frames) {
    const [former, stream] = [from, to].map((compiled) =>
      frame.stream === from.main.document.id ? compiled.main : compiled.streams.get(frame.stream),
    );
    if (!former || !stream) return { reason: 'STREAM_GONE' };
    for (const id of [frame.node, ...frame.loops.map((loop) => loop.node)]) {
      const [was, is] = [former.nodes.get(id), stream.nodes.get(id)];
      if (!is) return { reason: 'NODE_GONE' };
      if (was?.type !== is.type) return { reason: 'TYPE_CHANGED' };
    }
    const fresh = openFrame(stream, facts, now).variables;
    for (const [name, value] of Object.entries(frame.variables)) {
      const [was, is] = [former.variables.get(name), stream.variables.get(name)];
      if (value !== null && is && was?.type !== is.type) return { reason: 'VARIABLE_CHANGED' };
    }
    const known = Object.fromEntries(Object.entries(frame.variables).filter(([name]) => stream.variables.has(name)));
    const { secret: _, ...rest } = frame;
    // A value that was secret when it was said stays secret, even if the new version does not mark its variable.
    const secret = Object.keys(known).filter((name) => isSecretVariable(former, frame, name) && !stream.variables.get(name)?.isSensitive);
    frames.push({ ...rest, variables: { ...fresh, ...known }, ...(secret.length > 0 ? { secret } : {}) });
  }
  return { instance: { ...instance, frames } };
}
