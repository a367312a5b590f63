import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import { readSendingSettings } from '../blacklist/settings.service.ts';
import { changeRun, type SendRun } from '../run/run.repository.ts';
import { readTemplatesNow } from '../sending/line.ts';
import { pauseRun, resumeRun } from './valve.ts';

/** The program's own reasons to hold a run: a template, until it is back, or a start that is long overdue, until somebody decides. */
export type Hold = Extract<SendRun['pauseReason'], 'TEMPLATE' | 'LATE'>;

type RunHold = {
  source: SendRun['source'];
  /** Does the change of the run, records it and tells people; in the transaction of the change. */
  noted: (
    ctx: EnterpriseContext,
    tx: Tx,
    runId: string,
    hold: { reason: Hold; isHeld: boolean },
    change: () => Promise<void>,
  ) => Promise<void>;
};
/** Extension point for modules that send to many: their users see why nothing leaves, and that it goes on again. */
export const runHolds = defineExtensionPoint<RunHold>('sending.held');

const note =
  (ctx: EnterpriseContext, run: Pick<SendRun, 'runId' | 'source'>, hold: { reason: Hold; isHeld: boolean }) =>
  async (tx: Tx, change: () => Promise<void>): Promise<void> => {
    const listener = ctx.extensions.of(runHolds).find(({ source }) => source === run.source);
    await (listener ? listener.noted(ctx, tx, run.runId, hold, change) : change());
  };

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

/** Tells whether what should have left at a time is too late to leave by itself: people decide. */
export async function isTooLate({ enterpriseId, now }: EnterpriseContext, tx: Read, at: Date): Promise<boolean> {
  const { latestMinutes } = await readSendingSettings(tx, enterpriseId);
  return now().getTime() - at.getTime() > latestMinutes * 60_000;
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

/** A held run goes on by itself when its template is back; after a long while people are asked first. */
export async function letGoOn(ctx: EnterpriseContext, tx: Tx, run: SendRun): Promise<void> {
  if (run.pauseReason !== 'TEMPLATE') return;
  const ids = templatesOf(run);
  const now = await readTemplatesNow(tx, ctx.enterpriseId, ids);
  if (ids.some((id) => now.get(id)?.status !== 'APPROVED')) return;
  if (run.heldAt && (await isTooLate(ctx, tx, run.heldAt))) {
    const late = () => changeRun(tx, ctx.enterpriseId, run.runId, { pauseReason: 'LATE' });
    return note(ctx, run, { reason: 'LATE', isHeld: true })(tx, late);
  }
  const recorded = note(ctx, run, { reason: run.pauseReason, isHeld: false });
  await resumeRun(ctx, tx, run.runId, { releaseLeft: run.releaseLeft, recorded });
}
