import type { JourneyInstance, JourneyTurn } from '@parley/contract';
import { type Compiled, type CompiledStream, exitTitle, type Instance, isSecretVariable, mask, setBy, showValue } from '@parley/journey';
import type { Read } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { findUserNames, readTimeZone } from '../../account/door.ts';
import { readTexts } from '../../chat/door.ts';
import { findStates } from '../../messaging/door.talk.ts';
import { type Sealing, unseal } from '../row/instance.seal.ts';
import { VersionCache } from '../row/instance.versions.ts';
import { instanceNotFound, readInstance } from '../walk/monitor.query.ts';
import { findLastTurns, findState, listCalls, listSends } from './details.repository.ts';

const mostTurns = 500;
const longest = 2000;
/** Versions that this process has shown; they never change. */
const versions = new VersionCache();

type InstanceDetails = JourneyInstance & {
  variables: { name: string; value: string }[];
  turns: JourneyTurn[];
  nodes: { id: string; name: string; type: string }[];
  lost: { journeyName: string; reason: string }[];
  begunByBot: string;
};

/** @throws DomainError journey.instance_not_found, for another enterprise's too */
export function getInstance(ctx: Ctx, secrets: Sealing, instanceId: string): Promise<InstanceDetails> {
  const { enterpriseId } = ctx;
  return ctx.read(async (tx) => {
    const shown = await readInstance(ctx, tx, instanceId);
    const instance = await findState(tx, enterpriseId, instanceId, new Date(shown.startedOn));
    if (!instance) throw instanceNotFound();
    const { compiled } = await versions.load(tx, enterpriseId, shown.journeyId, shown.version);
    const zone = await readTimeZone(tx, enterpriseId);
    return {
      ...shown,
      variables: variablesOf(compiled, instance, zone),
      turns: await readTurns(tx, secrets, enterpriseId, instanceId, compiled),
      nodes: compiled.main.document.nodes.filter(({ type }) => type !== 'mark.note').map(({ id, name, type }) => ({ id, name, type })),
      lost: lostOf(instance),
      begunByBot: botOf(instance),
    };
  });
}

/** Shows variables as they are stored: sensitive ones stay sealed, and are shown to nobody. */
function variablesOf({ main }: Compiled, { frames }: Instance, zone: string): { name: string; value: string }[] {
  const [frame] = frames;
  return [...main.variables.keys()].flatMap((name) => {
    const value = frame?.variables[name] ?? null;
    if (!frame || value === null) return [];
    return [{ name, value: isSecretVariable(main, frame, name) ? mask : showValue(value, { language: 'en', zone }).slice(0, longest) }];
  });
}

/** The streams that had a rule for what was said, and did not begin. */
function lostOf({ entry }: Instance): InstanceDetails['lost'] {
  const { lost } = (entry ?? {}) as { lost?: InstanceDetails['lost'] };
  return (lost ?? []).map(({ journeyName, reason }) => ({ journeyName, reason }));
}

/** The bot whose tool has begun the walk. */
function botOf({ entry }: Instance): string {
  const { kind, bot } = (entry ?? {}) as { kind?: string; bot?: string };
  return kind === 'tool' ? (bot ?? '') : '';
}

async function readTurns(tx: Read, secrets: Sealing, enterpriseId: string, instanceId: string, compiled: Compiled): Promise<JourneyTurn[]> {
  const turns = await findLastTurns(tx, enterpriseId, instanceId, mostTurns);
  const messages = await readMessages(tx, enterpriseId, instanceId);
  const calls = await readCalls(tx, secrets, enterpriseId, instanceId, compiled);
  const streamOf = (id: string): CompiledStream | undefined =>
    id === compiled.main.document.id ? compiled.main : compiled.streams.get(id);
  return turns.reverse().map(({ turn, at, input, visits }) => ({
    turn,
    at: at.toISOString(),
    input,
    visits: visits.map((visit) => {
      const stream = streamOf(visit.stream);
      const node = stream?.nodes.get(visit.node);
      const title = node && visit.exit !== null ? exitTitle(node, visit.exit, stream?.document.languages ?? []) : '';
      return { ...visit, nodeName: node?.name ?? '', nodeType: node?.type ?? '', exitTitle: title };
    }),
    messages: messages.get(turn) ?? [],
    calls: calls.get(turn) ?? [],
  }));
}

/** Reads the messages of each turn with their status. */
async function readMessages(tx: Read, enterpriseId: string, instanceId: string): Promise<Map<number, JourneyTurn['messages']>> {
  const sends = await listSends(tx, enterpriseId, instanceId);
  const states = await findStates(
    tx,
    enterpriseId,
    sends.map(({ messageId }) => messageId),
  );
  const texts = await readTexts(
    tx,
    enterpriseId,
    [...states.values()].flatMap(({ chatId, number }) => (chatId === null ? [] : [{ chatId, number }])),
  );
  const byTurn = Map.groupBy(sends, ({ turn }) => turn);
  return new Map(
    [...byTurn].map(([turn, sent]) => [
      turn,
      sent.map(({ messageId }) => {
        const state = states.get(messageId);
        return { messageId, text: texts.get(`${state?.chatId} ${state?.number}`) ?? '', state: state?.status ?? '' };
      }),
    ]),
  );
}

/** Answers that end in sensitive variables, or of calls that were told of such, are shown to nobody. */
async function readCalls(
  tx: Read,
  secrets: Sealing,
  enterpriseId: string,
  instanceId: string,
  { main, streams }: Compiled,
): Promise<Map<number, JourneyTurn['calls']>> {
  const rows = await listCalls(tx, enterpriseId, instanceId);
  const endsInSecret = (nodeId: string) =>
    [main, ...streams.values()].some(({ nodes, variables }) => {
      const node = nodes.get(nodeId);
      return node !== undefined && setBy(node).some(({ variable }) => variables.get(variable)?.isSensitive);
    });
  const shownAnswer = (answer: unknown, { nodeId, isSecret }: { nodeId: string; isSecret: boolean }): string => {
    if (answer === null || answer === undefined) return '';
    if (isSecret || endsInSecret(nodeId)) return mask;
    return (typeof answer === 'string' ? answer : JSON.stringify(answer)).slice(0, longest).toWellFormed();
  };
  const tellers = await findUserNames(
    tx,
    enterpriseId,
    rows.map(({ toldBy }) => toldBy),
  );
  const byTurn = Map.groupBy(
    rows.map((row, place) => ({ ...row, toldBy: tellers[place] ?? '' })),
    ({ turn }) => turn,
  );
  return new Map(
    [...byTurn].map(([turn, made]) => [
      turn,
      made.map(({ call, nodeId, isSecret, kind, state, status, address, answer, error, toldBy, toldAt }) => ({
        call,
        kind,
        state,
        status,
        address,
        answer: shownAnswer(unseal(secrets, answer), { nodeId, isSecret }),
        error,
        toldBy,
        toldOn: toldAt?.toISOString() ?? '',
      })),
    ]),
  );
}
