import { openSafely, TooLarge } from '#platform/safe-fetch/safe-fetch.ts';
import { updateMove } from '../move/move.repository.ts';
import type { Hint } from '../moving-source/record.ts';
import { readPage } from '../moving-source/source.task.ts';
import { endReading, takeGroup } from './moving.read.ts';
import { isOver, MoveFailed, step, type Turn } from './moving.turn.ts';

const timeoutMs = 30_000;
const largestPage = 16 * 1024 ** 2;
const mostAttempts = 10;
const longestWaitMs = 60 * 60_000;
const firstWaitMs = 5000;

/** Lists of an account of Chatwoot in the order in which they are read; those with pages end with an empty one. */
const steps: { path: string; hint: Hint; hasPages: boolean }[] = [
  { path: 'agents', hint: 'agent', hasPages: false },
  { path: 'teams', hint: 'team', hasPages: false },
  { path: 'inboxes', hint: 'inbox', hasPages: false },
  { path: 'labels', hint: 'label', hasPages: false },
  { path: 'canned_responses', hint: 'reply', hasPages: false },
  { path: 'contacts?sort=id', hint: 'contact', hasPages: true },
  { path: 'conversations?status=all&assignee_type=all', hint: 'conversation', hasPages: true },
];
const conversations = steps.length - 1;

/** @property open conversations whose messages are still to be read, the first one from the message `before` on */
type Place = { step: number; page: number; open: string[]; before: string };
const start: Place = { step: 0, page: 1, open: [], before: '' };

/** The address has asked to wait, or could not be reached. */
class Wait extends Error {
  readonly ms: number | undefined;
  constructor(ms?: number) {
    super('wait');
    this.ms = ms;
  }
}

const waitOf = (given: string | null): number => {
  const seconds = Number(given ?? '');
  const ms = Number.isFinite(seconds) && given ? seconds * 1000 : firstWaitMs;
  return Math.min(longestWaitMs, Math.max(1000, ms));
};

async function fetchPage({ ctx, row, allowedHosts }: Turn, path: string): Promise<string> {
  const address = `${row.apiUrl.replace(/\/+$/, '')}/api/v1/accounts/${encodeURIComponent(row.apiAccount)}/${path}`;
  const headers = { api_access_token: row.apiToken === null ? '' : ctx.decrypt(row.apiToken), accept: 'application/json' };
  let opened: Awaited<ReturnType<typeof openSafely>>;
  try {
    opened = await openSafely(address, { headers, maxBytes: largestPage, timeoutMs, maxRedirects: 0, allowedHosts });
  } catch (error) {
    if ((error as Error).name === 'BlockedAddress') throw new MoveFailed('The address may not be fetched.');
    throw new Wait();
  }
  const { status } = opened;
  if (status === 429) {
    await opened.cancel();
    throw new Wait(waitOf(opened.headers.get('retry-after')));
  }
  if (status >= 500) {
    await opened.cancel();
    throw new Wait();
  }
  if (status !== 200) {
    await opened.cancel();
    throw new MoveFailed(
      status === 401 || status === 403
        ? 'The address does not take the token.'
        : `The address answers with status ${status}. Are address and account right?`,
    );
  }
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of opened.chunks) pieces.push(piece);
  } catch (error) {
    if (error instanceof TooLarge) throw new MoveFailed('A page of the address is larger than is read.');
    throw new Wait();
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** The page behind this one. A conversation that just arrived shifts pages: what is met twice is known. */
async function readOne(turn: Turn, place: Place): Promise<Place | undefined> {
  const [open] = place.open;
  if (open !== undefined) {
    const path = `conversations/${encodeURIComponent(open)}/messages${place.before === '' ? '' : `?before=${encodeURIComponent(place.before)}`}`;
    const group = await parse(turn, await fetchPage(turn, path), 'messages');
    const said = group.records.flatMap(({ record }) => (record.kind === 'messages' ? record.messages.map(({ key }) => Number(key)) : []));
    const first = Math.min(...said);
    const isEnd = said.length === 0 || (place.before !== '' && first >= Number(place.before));
    const next = isEnd ? { ...place, open: place.open.slice(1), before: '' } : { ...place, before: String(first) };
    await takeGroup(turn, group, next);
    return next;
  }
  const list = steps[place.step];
  if (!list) return undefined;
  const path = list.hasPages ? `${list.path}&page=${place.page}` : list.path;
  const group = await parse(turn, await fetchPage(turn, path), list.hint);
  const found = group.records.flatMap(({ record }) => (record.kind === 'conversation' ? [record.key] : []));
  const isLast = !list.hasPages || group.records.length === 0;
  const next: Place = {
    ...(isLast ? { step: place.step + 1, page: 1 } : { step: place.step, page: place.page + 1 }),
    open: place.step === conversations ? found : [],
    before: '',
  };
  await takeGroup(turn, group, next);
  return next;
}

const parse = ({ ctx, row }: Turn, page: string, hint: Hint) => ctx.confined.run(readPage, { source: row.source, page, hint });

/** Reads on from the address, page by page. @returns whether everything is read, or the move waits */
export async function readAddress(turn: Turn): Promise<boolean> {
  let place: Place | undefined = { ...start, ...(turn.row.place as Partial<Place>) };
  try {
    while (place) {
      place = await readOne(turn, place);
      if (place && isOver(turn)) return false;
    }
  } catch (error) {
    if (!(error instanceof Wait)) throw error;
    await step(turn, (tx, move) => {
      if (move.attempts + 1 >= mostAttempts && error.ms === undefined) throw new MoveFailed('The address could not be reached.');
      const ms = error.ms ?? Math.min(longestWaitMs, firstWaitMs * 2 ** move.attempts);
      return updateMove(tx, move, {
        attempts: error.ms === undefined ? move.attempts + 1 : move.attempts,
        nextAt: new Date(turn.ctx.now().getTime() + ms),
      });
    });
    return true;
  }
  await endReading(turn);
  return true;
}
