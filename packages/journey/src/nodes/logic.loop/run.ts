import { leave, NodeFault, type Turn } from '../../engine/turn.ts';
import type { Value } from '../../expression/value.ts';
import type { Run } from '../shared/run.ts';

function listOf(turn: Turn, source: string): Value[] | null {
  if (source === '') return null;
  const list = turn.value(source);
  if (list === null) return [];
  if (!Array.isArray(list)) throw new NodeFault('What it goes over is no list.');
  return list;
}

export const run: Run<'logic.loop'> = {
  /** The next round: who comes from inside goes on, who comes from elsewhere begins anew. */
  run(turn, { id, config }) {
    const { frame, stream } = turn;
    const isInside = turn.cameFrom !== null && stream.isInLoop(id, turn.cameFrom);
    const held = isInside ? frame.loops.find((one) => one.node === id) : undefined;
    const isSecret = config.list !== '' && turn.isSecret(config.list);
    const round = held ?? { node: id, index: -1, items: listOf(turn, config.list), ...(isSecret ? { isSecret } : {}) };
    frame.loops = frame.loops.filter((one) => one.node !== id);
    const index = round.index + 1;
    if (index >= config.most || (round.items && index >= round.items.length)) return leave('done');
    frame.loops.push({ ...round, index });
    if (round.items) turn.set(config.item, round.items[index] ?? null, round.isSecret);
    return leave('each');
  },
};
