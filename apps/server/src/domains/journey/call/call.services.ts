import { type CallRequest, fromJson, type Value } from '@parley/journey';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { answerFromSources, answerInStream } from '../../bot/door.ts';
import { accessFile } from '../../file/door.ts';
import {
  endSpeech,
  openService,
  readDatabase,
  type ServiceAddress,
  ServiceError,
  type SpeechKey,
  startSpeech,
  transcribeAudio,
} from '../../integration/door.ts';
import { tryHttp } from './call.http.ts';
import { type CallKey, findCaller, type TakenCall } from './call.repository.ts';
import type { RecordAnswer, Tried } from './call.rules.ts';

type Used = Pick<Deps, 'config' | 'secrets' | 'metrics' | 'publicUrl'>;
type Of<K extends CallRequest['kind']> = Extract<CallRequest, { kind: K }>;
const mostRows = 20;
const mostBytes = 25 * 1024 * 1024;

const toParameter = (value: unknown): string | number | null => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  return typeof value === 'boolean' ? Number(value) : JSON.stringify(value);
};

/** Below an address of a saved service, let in by what is saved of it; what has run out meanwhile is renewed once. */
export async function callBelow(
  ctx: EnterpriseContext,
  deps: Used,
  request: Of<'http'>,
  address: ServiceAddress,
  key: string,
): Promise<Tried> {
  const { renew, ...service } = await openService(ctx, deps, request.integration, address);
  const tried = await tryHttp(request, key, deps.config.privateHosts, service);
  const isShutOut = tried.kind === 'answered' && tried.status === 401;
  return isShutOut && renew ? tryHttp(request, key, deps.config.privateHosts, { ...service, headers: await renew() }) : tried;
}

/** Rows as maps by their columns; values are texts, as they stand in the database. */
export async function askDatabase(ctx: EnterpriseContext, deps: Used, request: Of<'query'>): Promise<Value> {
  const query = { sql: request.statement, params: request.parameters.map(toParameter) };
  const { columns, rows } = await readDatabase(ctx, deps, request.integration, query, mostRows);
  return rows.map((row) => Object.fromEntries(columns.map((column, place) => [column, row[place] ?? null])));
}

export const speechKeyOf = ({ enterpriseId, instanceId, call }: CallKey): SpeechKey => ({
  ...{ enterpriseId, source: 'stream', sourceId: instanceId, sourceNo: call },
});

/** The words, and how sure the service is of them. @throws ServiceError with why there is no text */
export async function writeDown(
  ctx: EnterpriseContext,
  deps: Used,
  { media, languages, leastConfidence }: Of<'speech'>,
  taken: TakenCall,
): Promise<{ answer: Value; record: RecordAnswer }> {
  const key = speechKeyOf(taken);
  await ctx.transaction(async (tx) => {
    const { version, ...caller } = await findCaller(tx, ctx.enterpriseId, taken.instanceId);
    const about = { ...caller, journeyVersion: version, nodeId: taken.nodeId, fileId: media.id, isHidden: taken.isSecret };
    await startSpeech(tx, key, { ...about, at: ctx.now(), language: languages.length === 1 ? (languages[0] ?? '') : '', leastConfidence });
  });
  const file = await ctx.read((tx) => accessFile(tx, ctx.enterpriseId, media.id));
  if (file.sizeBytes > mostBytes) throw new ServiceError('Recordings of at most 25 MB are written down.');
  const chunks: Uint8Array[] = [];
  for await (const chunk of await ctx.files.open(file.sha256)) chunks.push(chunk as Uint8Array);
  // The service detects the language itself where there are several.
  const [language = ''] = languages.length === 1 ? languages : [];
  const audio = { bytes: Buffer.concat(chunks), name: file.name, type: file.type };
  const transcript = await transcribeAudio(ctx, deps, audio, { isRated: true, language });
  if (transcript === undefined) throw new ServiceError('The enterprise has no speech service.');
  const { text, confidence } = transcript;
  return { answer: { text, confidence }, record: (tx) => endSpeech(tx, key, transcript) };
}

export async function askSources(ctx: EnterpriseContext, deps: Used, request: Of<'knowledge'>): Promise<Value> {
  if (request.question.trim() === '') return { text: '', confidence: 0, sources: [] };
  return answerFromSources(ctx, deps, { ...request, sourceIds: request.sources });
}

export async function askBot(
  ctx: EnterpriseContext,
  deps: Used,
  { bot, text, state }: Of<'skill'>,
  { instanceId, isSecret }: { instanceId: string; isSecret: boolean },
): Promise<{ answer: Value; record: RecordAnswer }> {
  const { customerId, channelId, isSandbox } = await ctx.read((tx) => findCaller(tx, ctx.enterpriseId, instanceId));
  const { answer, record } = await answerInStream(ctx, deps, {
    botId: bot,
    text,
    state,
    sessionId: instanceId,
    customerId,
    channelId,
    isSandbox,
    isSecret,
  });
  return { answer: fromJson(answer), record };
}
