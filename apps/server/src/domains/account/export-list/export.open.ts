import { describeIssue, type Endpoint, type Issue, z } from '@parley/contract';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { assertMay } from '#platform/http/route.ts';
import type { Actor, Ctx, EnterpriseContext } from '../../../context.ts';
import { type AnyExport, type AnyList, type ExportDefinition, exportLists } from './export.definition.ts';

/** The list of a kind. @throws Error for one that no domain has */
export function definitionOf({ extensions }: Pick<EnterpriseContext, 'extensions'>, kind: string): AnyExport {
  const found = extensions.of(exportLists).find((definition) => definition.kind === kind);
  if (!found) throw new Error(`no domain has the list ${kind}`);
  return found;
}

type Shape = Record<string, z.ZodType>;
const shapeOf = (schema: Endpoint['query']): Shape => (schema ? ((schema as unknown as z.ZodObject).shape as Shape) : {});

/** Reads a filter as the list's own download would. @throws DomainError request.invalid */
export function readFilter({ download }: AnyExport, filter: unknown): never {
  const { 'x-access-id': _token, ...query } = shapeOf(download.query);
  const read = z.object({ ...query, ...shapeOf(download.params) }).safeParse(filter);
  if (read.success) return read.data as never;
  throw invalidRequest(
    ...read.error.issues.map((issue) => ({ field: ['filter', ...issue.path].join('.'), ...describeIssue(issue as Issue) })),
  );
}

/** Readers of the rows may have them as a file. @throws DomainError 1403 */
export const assertReads = (actor: Actor, { access }: Pick<ExportDefinition, 'access'>): void => assertMay(actor, access);

/** Opens a list with the rights of the caller. @throws DomainError as its domain does */
export const openList = (ctx: Ctx, definition: AnyExport, filter: unknown): Promise<AnyList> =>
  definition.open(ctx, readFilter(definition, filter));

/** It will fail again, since what was asked for is not there or not allowed: not a fault of the program. */
export const isRefusal = (error: unknown): error is DomainError => error instanceof DomainError && error.code !== 'report.too_slow';
