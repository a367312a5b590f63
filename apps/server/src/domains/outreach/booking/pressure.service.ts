import { type CampaignPlan, contentsOf, fieldError, mostCompared, type Pressure } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { dayOf } from '#platform/zone/zone-days.ts';
import type { Ctx } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { readSendingSettings } from '../../messaging/door.run.ts';
import { askAudience } from '../audience/audience.ask.ts';
import { askLacks } from '../audience/audience.lacks.ts';
import { type AskedPlan, readPlan } from '../campaign/campaign.check.ts';
import { findCategory } from '../message/message.repository.ts';
import { findSendingChannel } from '../message/message.ts';
import { readTimes } from '../plan/plan.decision.ts';
import { planInvalid } from '../plan/plan.ts';
import { readDay } from './booking.service.ts';
import { bookedPeople, findContents, isPlanned, minePeople } from './pressure.people.ts';
import { countPressure } from './pressure.repository.ts';
import { withinItsTime } from './pressure.time.ts';

const hourMs = 3_600_000;

/**
 * Selects the recipients of a plan. @throws DomainError activity.invalid without a channel; filter.not_found, filter.invalid,
 * group.not_found
 */
async function ownPeople(ctx: Ctx, tx: Tx, plan: CampaignPlan) {
  const { enterpriseId } = ctx;
  const channel = plan.channelId === '' ? undefined : await findSendingChannel(tx, enterpriseId, plan.channelId);
  if (!channel) throw planInvalid([fieldError('channelId', 'field.mandatory')]);
  const templateId = plan.message.template.templateUId;
  const category = templateId === '' ? undefined : await findCategory(tx, enterpriseId, templateId);
  // While there is no template, what is most often sent to many: the stricter count.
  const isMarketing = category === undefined || category === 'MARKETING';
  const wanted = contentsOf(plan).map((content) => ({ ...content, channelId: channel.channelId }));
  const lacks = await askLacks(tx, enterpriseId, plan.audience, await findContents(tx, enterpriseId, wanted));
  const asked = { ...(await askAudience(tx, enterpriseId, plan.audience, channel.type)), lacks };
  const way = { channelId: channel.channelId, channelType: channel.type, isMarketing };
  return { way, mine: minePeople(enterpriseId, asked, way) };
}

/**
 * Counts the messages that the people of a plan get on the day of its start, and lists others who have booked them. It warns, and holds
 * nothing back.
 * @throws DomainError campaign.not_found, activity.not_found, activity.invalid or campaign.pressure_too_long
 */
export function readPressure(ctx: Ctx, asked: AskedPlan): Promise<Pressure> {
  const { enterpriseId } = ctx;
  return withinItsTime(ctx, async (tx) => {
    const plan = await readPlan(ctx, tx, asked);
    const [timeZone, settings] = await Promise.all([readTimeZone(tx, enterpriseId), readSendingSettings(tx, enterpriseId)]);
    const { way, mine } = await ownPeople(ctx, tx, plan);
    const now = ctx.now();
    const { startsAt } = readTimes(plan, timeZone).times;
    const at = startsAt && startsAt > now ? startsAt : now;
    const day = dayOf(at, timeZone);
    const booked = (await readDay(ctx, tx, { day, timeZone })).filter(({ row }) => row.id !== asked.activityId);
    const found = [];
    for (const one of booked.slice(0, mostCompared)) {
      const people = await bookedPeople(tx, enterpriseId, one.row, way.channelType);
      if (people) found.push({ ...one, people, isComing: isPlanned(one.row) && one.row.isMarketing });
    }
    const cap = way.isMarketing && settings.frequencyCap.isOn ? settings.frequencyCap : null;
    const count = await countPressure(tx, enterpriseId, {
      mine,
      others: found,
      limit: settings.dayPressure,
      cap: cap && {
        count: cap.count,
        since: new Date(at.getTime() - cap.days * 24 * hourMs),
        besides: [
          ...found.flatMap(({ row, isComing }) => (isComing ? row.id : [])),
          ...(asked.activityId === '' ? [] : [asked.activityId]),
        ],
      },
    });
    return {
      day,
      timeZone,
      people: count.people,
      limit: settings.dayPressure,
      overLimit: count.overLimit,
      cap: cap && { count: cap.count, days: cap.days, over: count.overCap },
      shared: found.flatMap(({ booking }, place) => {
        const shared = count.shared.get(place) ?? 0;
        return shared > 0 ? [{ ...booking, shared }] : [];
      }),
      compared: found.length,
      left: booked.length - found.length,
    };
  });
}
