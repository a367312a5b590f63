import { endpoints, type Move, type MoveRecord, type MoveSource } from '@parley/contract';
import { expect, vi } from 'vitest';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';
import { upload } from './upload.ts';

const { moves } = endpoints;

/** The steps of moving in, as people take them: over HTTP. */
export function createMoves({ as }: Pick<TestApp, 'as'>) {
  const at = (path: string, moveId: string) => path.replace(':moveId', moveId);

  const sendFile = (user: TestUser, name: string, content: Buffer | string) => as(user).post(moves.upload.path, ...upload(name, content));

  const get = async (user: TestUser, moveId: string): Promise<Move> => (await as(user).get(at(moves.get.path, moveId))).json().data;
  /** Waits until nothing is under way any more. */
  const settled = (user: TestUser, moveId: string): Promise<Move> =>
    vi.waitFor(
      async () => {
        const move = await get(user, moveId);
        if (['reading', 'planning', 'running', 'undoing'].includes(move.phase)) throw new Error(`The move is ${move.phase}`);
        return move;
      },
      { interval: 20 },
    );

  async function begin(user: TestUser, source: MoveSource, files: Record<string, Buffer | string>): Promise<Move> {
    const fileIds: string[] = [];
    for (const [name, content] of Object.entries(files)) fileIds.push((await sendFile(user, name, content)).json().data.id);
    const started = (await as(user).post(moves.start.path, { source, fileIds })).json();
    expect(started).toMatchObject({ status: true });
    return started.data;
  }
  const plan = async (user: TestUser, source: MoveSource, files: Record<string, Buffer | string>): Promise<Move> =>
    settled(user, (await begin(user, source, files)).id);

  async function act(user: TestUser, call: 'run' | 'undo' | 'retry', moveId: string): Promise<Move> {
    const told = (await as(user).post(at(moves[call].path, moveId), {})).json();
    expect(told).toMatchObject({ status: true });
    return settled(user, moveId);
  }
  const records = async (user: TestUser, moveId: string, query = ''): Promise<MoveRecord[]> =>
    (await as(user).get(`${at(moves.records.path, moveId)}?perPage=-1${query}`)).json().data.records;
  /** Counts of a plan, as `come/here/dropped`. */
  const planOf = ({ plan }: Move): Record<string, string> =>
    Object.fromEntries((plan?.kinds ?? []).map(({ kind, come, here, dropped }) => [kind, `${come}/${here}/${dropped}`]));
  const dropsOf = ({ plan }: Move): Record<string, number> =>
    Object.fromEntries((plan?.drops ?? []).map(({ kind, reason, count }) => [`${kind} ${reason}`, count]));

  return { at, sendFile, get, settled, begin, plan, act, records, planOf, dropsOf };
}
