import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { readSendingSettings } from '../blacklist/settings.service.ts';
import { leavesEver, readOwnHours } from '../gate/quiet-hours.ts';
import { changeRun, listRuns, type SendRun } from '../run/run.repository.ts';
import { readTemplatesNow } from '../sending/line.ts';
import { type Hold, note } from './hold.port.ts';
import { pauseRun, resumeRun } from './valve.ts';

/** Nothing of it leaves until the reason is over, or somebody decides; people are told. */
export const holdRun = (ctx: EnterpriseContext, tx: Tx, run: Pick<SendRun, 'runId' | 'source'>, reason: Hold): Promise<boolean> =>
  pauseRun(ctx, tx, run.runId, reason, note(ctx, run, { reason, isHeld: true }));

/** Holds the runs whose template may not be sent any more, before their audience is used up. */
export async function holdForTemplates(deps: Deps): Promise<void> {
  const { rows } = await sql<{ enterpriseId: string; runId: string; source: SendRun['source'] }>`
    select * from runs_without_template()`.execute(deps.db);
  for (const { enterpriseId, ...run } of rows) {
    const ctx = enterpriseContext(deps, enterpriseId);
    await ctx.transaction((tx) => holdRun(ctx, tx, run, 'TEMPLATE'));
  }
}

async function opensAgain({ enterpriseId, now }: EnterpriseContext, tx: Read, run: SendRun): Promise<boolean> {
  if (run.calendarId === null) return true;
  return leavesEver(await readOwnHours(tx, enterpriseId, [run.calendarId]), run, now());
}

/** Holds the runs whose hours let nothing leave any more. One that cannot be held now delays no other. */
export async function holdForHours(deps: Deps): Promise<void> {
  const { rows } = await sql<{ enterpriseId: string; runId: string }>`select * from runs_by_calendar()`.execute(deps.db);
  const isDone = (work: Promise<void>) => work.catch((error: unknown) => deps.log.warn({ err: error }, 'a run was not held for its hours'));
  for (const [enterpriseId, runs] of Map.groupBy(rows, (row) => row.enterpriseId)) {
    const ctx = enterpriseContext(deps, enterpriseId);
    const ids = runs.map(({ runId }) => runId);
    await isDone(
      findClosed(ctx, ids).then(async (closed) => {
        for (const run of closed) await isDone(ctx.transaction((tx) => holdClosed(ctx, tx, run)));
      }),
    );
  }
}

/** Finds those of the runs that are closed for ever: the hours of an enterprise are read once for all. */
function findClosed(ctx: EnterpriseContext, runIds: readonly string[]): Promise<SendRun[]> {
  const { enterpriseId } = ctx;
  return ctx.read(async (tx) => {
    const runs = await listRuns(tx, enterpriseId, runIds);
    const own = await readOwnHours(tx, enterpriseId, [...new Set(runs.flatMap(({ calendarId }) => calendarId ?? []))]);
    return runs.filter((run) => !leavesEver(own, run, ctx.now()));
  });
}

async function holdClosed(ctx: EnterpriseContext, tx: Tx, run: SendRun): Promise<void> {
  if (!(await opensAgain(ctx, tx, run))) await holdRun(ctx, tx, run, 'CLOSED');
}

/** Hours have changed: what they held goes on, and what they let leave no more is held. The run is locked. */
export async function settleHours(ctx: EnterpriseContext, tx: Tx, run: SendRun): Promise<void> {
  if (run.isPaused && run.pauseReason === 'CLOSED') await letGoOn(ctx, tx, run);
  else if (!run.isPaused) await holdClosed(ctx, tx, run);
}

/**
 * Tells whether what should have left at a time is too late to leave by itself: people decide.
 * @param calendarId in whose open hours alone it leaves: it counts from the opening
 */
export async function isTooLate(
  { enterpriseId, now }: EnterpriseContext,
  tx: Read,
  at: Date,
  calendarId: string | null = null,
): Promise<boolean> {
  const { latestMinutes } = await readSendingSettings(tx, enterpriseId);
  const opensAt = calendarId === null ? at : (await readOwnHours(tx, enterpriseId, [calendarId])).opensAt(calendarId, at);
  return now().getTime() - (opensAt ?? at).getTime() > latestMinutes * 60_000;
}

/** The templates by which a run sends from now on. */
export const templatesOf = ({
  templateId,
  contents,
  chosenContent,
}: Pick<SendRun, 'templateId' | 'contents' | 'chosenContent'>): string[] => {
  if (contents === null) return templateId === null ? [] : [templateId];
  return contents.filter((_, place) => chosenContent === null || place === chosenContent - 1).map((content) => content.templateId);
};

async function isBack(ctx: EnterpriseContext, tx: Tx, run: SendRun): Promise<boolean> {
  if (run.pauseReason === 'CLOSED') return opensAgain(ctx, tx, run);
  const ids = templatesOf(run);
  const now = await readTemplatesNow(tx, ctx.enterpriseId, ids);
  return ids.every((id) => now.get(id)?.status === 'APPROVED');
}

/** A held run goes on by itself when its template is back, or its calendar opens again; after a long while people are asked first. */
export async function letGoOn(ctx: EnterpriseContext, tx: Tx, run: SendRun): Promise<void> {
  if (run.pauseReason !== 'TEMPLATE' && run.pauseReason !== 'CLOSED') return;
  if (!(await isBack(ctx, tx, run))) return;
  if (run.heldAt && (await isTooLate(ctx, tx, run.heldAt, run.calendarId))) {
    const late = () => changeRun(tx, ctx.enterpriseId, run.runId, { pauseReason: 'LATE' });
    return note(ctx, run, { reason: 'LATE', isHeld: true })(tx, late);
  }
  const recorded = note(ctx, run, { reason: run.pauseReason, isHeld: false });
  await resumeRun(ctx, tx, run.runId, { releaseLeft: run.releaseLeft, recorded });
}
