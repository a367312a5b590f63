import { fillForm, flowAnswers, flowFiles, type Media, unaskedOf } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import type { StoredAttachment } from '#platform/db/schema.chat.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { HeardForm, InboundForm } from '../../messaging/door.talk.ts';
import type { Pages } from '../filling/filling.act.ts';
import { planOf } from '../flow/flow.sent.ts';
import { askRest, faultLines, findOnPhone, keepDone, keepProgress, linesOf } from './flow.judge.ts';

const kinds = { image: 'image', audio: 'audio', video: 'video' } as const;
const toMedia = ({ id, name, type, size }: StoredAttachment): Media => ({
  $: 'media',
  id,
  kind: kinds[type.split('/')[0] as keyof typeof kinds] ?? 'document',
  name,
  mime: type,
  size,
});

/**
 * A flow that came back into the chat. One that runs on the phone alone brings its answers now, and they are judged as on every other face; one with
 * an endpoint has brought them before. Answers that do not pass stay open, and the rest is asked on the page.
 * @returns undefined for a form that is nobody's of ours on this channel
 */
export async function hearFlow(
  ctx: EnterpriseContext,
  tx: Tx,
  pages: Pages,
  { channelId, answers, files }: InboundForm,
): Promise<HeardForm | undefined> {
  const token = answers.flow_token;
  const found = typeof token === 'string' ? await findOnPhone(ctx, tx, pages, channelId, token) : undefined;
  if (!found) return undefined;
  const { filling, form, facts } = found;
  const title = form.document.name;
  const plan = planOf(form);
  const now = ctx.now().getTime();
  if (filling.state !== 'OPEN' || plan.mode === 'endpoint') return { title, lines: {} };
  const media = new Map([...files].map(([id, file]) => [id, toMedia(file)]));
  const named = flowFiles(plan, answers).map(({ key }) => key);
  const raws = flowAnswers(
    plan,
    answers,
    new Map(named.flatMap((key) => (media.has(key) ? [[key, media.get(key) as Media] as const] : []))),
  );
  const { state, faults, done } = fillForm(form, found.state, { kind: 'submit', raws }, facts, now);
  if (done) {
    await keepDone(ctx, tx, pages, found, done);
    return { title, lines: linesOf(found, { ...state, values: done.values }, now) };
  }
  await keepProgress(ctx, tx, pages, found, state);
  const unasked = new Set(unaskedOf(plan).map(({ id }) => id));
  const own = faults.filter(({ field }) => !unasked.has(field));
  await askRest(ctx, tx, found, faultLines(found, state, own.length > 0 ? own : faults, now));
  return { title, lines: linesOf(found, state, now) };
}
