import type { AssistCount, AssistKind, AssistOutcome, AssistReply } from '@parley/contract';
import { showChatNumber } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { reaches } from '../settings/settings.service.ts';
import { listUseRows, sumUses, type UsePlace, type UseRow, type UsesIn } from './assist.repository.ts';

type Period = { from: string; to: string };

/** @throws DomainError department.not_found */
function assertReached({ actor }: Ctx, deptId: string): void {
  if (deptId !== '' && !reaches(actor, deptId)) throw new DomainError('department.not_found', 'No such department.', {});
}

/** Replies that began with drafts, by source and department: sums of the lines that the chats keep of them. @throws DomainError department.not_found */
export function countUses(ctx: Ctx, { deptId, ...period }: { deptId: string } & Period): Promise<AssistCount[]> {
  assertReached(ctx, deptId);
  const { enterpriseId, actor } = ctx;
  const reached = actor.dataScope === 'enterprise' ? 'all' : actor.dataScope === 'department' ? actor.departments : [];
  return ctx.read((tx) => sumUses(tx, { ...period, enterpriseId, departments: deptId === '' ? reached : [deptId] }));
}

export type UseQuery = Period & {
  kind: AssistKind;
  sourceId: string;
  deptId: string;
  outcome?: AssistOutcome | undefined;
  before: string;
  perPage: number;
};

/** The replies behind a count, newest first. @throws DomainError department.not_found */
export function listUses(ctx: Ctx, query: UseQuery): Promise<{ replies: AssistReply[]; more: boolean }> {
  const { kind, sourceId, deptId, outcome, before, perPage, from, to } = query;
  assertReached(ctx, deptId);
  // Chats of no department are for those who reach all.
  const departments = deptId === '' && ctx.actor.dataScope !== 'enterprise' ? [] : [deptId];
  const uses: UsesIn = { enterpriseId: ctx.enterpriseId, departments, from, to };
  return ctx.read(async (tx) => {
    const rows = await listUseRows(tx, uses, { kind, sourceId, outcome, before: placeOf(before), limit: perPage + 1 });
    return { replies: rows.slice(0, perPage).map(presentUse), more: rows.length > perPage };
  });
}

const presentUse = ({ sideNo, chatNo, at, chatId, number, agentName, outcome }: UseRow): AssistReply => ({
  id: `${at.toISOString()}_${chatId}_${sideNo}`,
  chatId,
  chatNumber: showChatNumber(chatNo),
  number,
  at: at.toISOString(),
  agentName,
  outcome,
});

const place = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_(\d{1,9})$/;

/** Place of a row behind which the next page begins; undefined: at the newest. */
function placeOf(id: string): UsePlace | undefined {
  const [, at, chatId, sideNo] = place.exec(id) ?? [];
  return at && chatId ? { at, chatId, sideNo: Number(sideNo) } : undefined;
}
