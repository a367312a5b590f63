import type { CallRequest, Value } from '@parley/journey';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { accessFile } from '../../file/door.ts';
import { readDatabase, ServiceError, transcribeAudio } from '../../integration/door.ts';

type Used = Pick<Deps, 'config' | 'secrets'>;
type Of<K extends CallRequest['kind']> = Extract<CallRequest, { kind: K }>;
const mostRows = 20;
const mostBytes = 25 * 1024 * 1024;

const toParameter = (value: unknown): string | number | null => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  return typeof value === 'boolean' ? Number(value) : JSON.stringify(value);
};

/** Rows as maps by their columns; values are texts, as they stand in the database. */
export async function askDatabase(ctx: EnterpriseContext, deps: Used, request: Of<'query'>): Promise<Value> {
  const query = { sql: request.statement, params: request.parameters.map(toParameter) };
  const { columns, rows } = await readDatabase(ctx, deps, request.integration, query, mostRows);
  return rows.map((row) => Object.fromEntries(columns.map((column, place) => [column, row[place] ?? null])));
}

/** @throws ServiceError with why there is no text */
export async function writeDown(ctx: EnterpriseContext, deps: Used, { media }: Of<'speech'>): Promise<Value> {
  const file = await ctx.read((tx) => accessFile(tx, ctx.enterpriseId, media.id));
  if (file.sizeBytes > mostBytes) throw new ServiceError('Recordings of at most 25 MB are written down.');
  const chunks: Uint8Array[] = [];
  for await (const chunk of await ctx.files.open(file.sha256)) chunks.push(chunk as Uint8Array);
  const text = await transcribeAudio(ctx, deps, { bytes: Buffer.concat(chunks), name: file.name, type: file.type });
  if (text === undefined) throw new ServiceError('The enterprise has no speech service.');
  return { text };
}
