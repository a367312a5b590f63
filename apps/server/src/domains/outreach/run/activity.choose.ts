import { type Activity, type ContentComparison, type ContentLetter, contentsOf, fieldError } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { Actor, Ctx, EnterpriseContext } from '../../../context.ts';
import { chooseContent, pauseRun, resumeRun } from '../../messaging/door.run.ts';
import { assertMove, changingActivity, stateInvalid, tellMakersAndChecker, wordsOf } from '../activity/activity.moves.ts';
import { present } from '../activity/activity.query.ts';
import { compareContents } from '../content/content.figures.ts';
import { chosenByRule, numberOf } from '../content/content.rules.ts';
import { planInvalid } from '../plan/plan.ts';
import { type ActivityRow, accessActivity, updateActivity } from '../row/activity.repository.ts';
import { addEntry } from '../row/entry.repository.ts';

type Acting = EnterpriseContext & { actor?: Actor };

/** The open choice of a content behind a first part. @property chosen by the rule that was approved; undefined: somebody has to */
export type OpenChoice = { comparison: ContentComparison; chosen: ContentLetter | undefined };

/** @returns undefined where there is one content, or it is chosen already */
export async function readOpenChoice(tx: Tx, row: ActivityRow): Promise<OpenChoice | undefined> {
  const comparison = row.chosenContent === null ? await compareContents(tx, row) : null;
  return comparison ? { comparison, chosen: chosenByRule(comparison) } : undefined;
}

/** Shares in percent, to two places, by the letters of the contents. */
const valuesOf = ({ measure, contents }: ContentComparison): Record<string, string | number> => ({
  measure,
  ...Object.fromEntries(contents.map((one) => [one.content, Math.round(10_000 * one[measure].share) / 100])),
});

/** Takes the rule's choice; every later message has it. The caller releases the run. */
export async function chooseByRule(ctx: Acting, tx: Tx, { activityId }: ActivityRow, choice: OpenChoice & { chosen: ContentLetter }) {
  const { comparison, chosen } = choice;
  await chooseContent(tx, ctx.enterpriseId, activityId, numberOf(chosen));
  await addEntry(ctx, tx, activityId, { kind: 'chosen', values: { content: chosen, rule: comparison.rule, ...valuesOf(comparison) } });
}

/** Nothing else leaves until somebody chooses; who made and approved it know. */
export async function askForChoice(ctx: Acting, tx: Tx, row: ActivityRow, { comparison }: OpenChoice): Promise<void> {
  const { activityId } = row;
  if (!(await pauseRun(ctx, tx, activityId, 'CHOICE'))) return;
  await addEntry(ctx, tx, activityId, { kind: 'choice_waits', values: { rule: comparison.rule, ...valuesOf(comparison) } });
  await tellMakersAndChecker(ctx, tx, row, { kind: 'run_paused', code: 'activity.choice', values: wordsOf(row) });
}

/**
 * Chooses what everybody behind the first part gets, and with that the run goes on. It is said once.
 * @throws DomainError activity.state_invalid where nothing waits for a choice, activity.invalid without a reason or for a content that it lacks
 */
export const chooseByHand = (ctx: Ctx, activityId: string, asked: { content: ContentLetter; reason: string }): Promise<Activity> =>
  ctx.transaction(async (tx) => {
    const row = await accessActivity(tx, ctx.actor, activityId, { lock: true });
    assertMove(ctx.actor, 'choose', row);
    const reason = asked.reason.trim();
    if (reason === '') throw planInvalid([fieldError('reason', 'activity.choose_reason')]);
    const number = numberOf(asked.content);
    if (number > contentsOf(row.plan).length) throw planInvalid([fieldError('content', 'content.unknown')]);
    const comparison = await compareContents(tx, row);
    await changingActivity(
      ctx,
      tx,
      activityId,
      'move',
      async () => {
        if (!(await chooseContent(tx, ctx.enterpriseId, activityId, number))) throw stateInvalid(row);
        if (!(await resumeRun(ctx, tx, activityId, { releaseLeft: null }))) throw stateInvalid(row);
        await updateActivity(tx, row, {}, { now: ctx.now(), isPaused: false });
        const values = { content: asked.content, rule: 'hand', ...(comparison ? valuesOf(comparison) : {}) };
        await addEntry(ctx, tx, activityId, { kind: 'chosen', text: reason, values });
      },
      reason,
    );
    return present(ctx, tx, await accessActivity(tx, ctx.actor, activityId));
  });
