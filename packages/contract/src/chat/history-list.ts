import { Id, Page, text } from '../fields.ts';
import { z } from '../z.ts';
import { ChatSummary } from './chat-record.ts';
import { historyOrigins, historyPage } from './history-kinds.ts';
import { noDepartment } from './inbox-kinds.ts';
import { MovedChat } from './moved.ts';

/** An ended chat as the history shows it. */
export const HistoryChat = ChatSummary.extend({
  /** '' for chats of no department */
  departmentName: z.string(),
  /** Time between its wait for people and the first pickup, or the miss; null: it waited for nobody */
  waitSeconds: z.number().nullable(),
  durationSeconds: z.number().nullable(),
  /** Its words, or its media alone, are removed by the rule of retention */
  removed: z.enum(['texts', 'media']).nullable(),
}).meta({ id: 'HistoryChat' });
export type HistoryChat = z.infer<typeof HistoryChat>;

export const HistoryPage = z
  .object({
    chats: z.array(HistoryChat),
    /** Conversations of the same page that were led in another product; both are in the order of their time */
    moved: z.array(MovedChat),
    more: z.boolean(),
    /** `after` of the next page; null at the end */
    next: z.string().nullable(),
    /** The time up to which was looked, where time and not the page has ended it */
    lookedTo: z.iso.datetime().nullable(),
  })
  .meta({ id: 'HistoryPage' });
export type HistoryPage = z.infer<typeof HistoryPage>;

/** A day of the enterprise's zone. */
const Day = z.union([z.iso.date(), z.literal('')]).default('');

/** Place in the history: the time and the id of the last chat, and in a search the number of the last message. */
const HistoryPlace = z
  .string()
  .max(90)
  .refine((value) => {
    const [at, id, number = '0', ...rest] = value.split('_');
    const isNumber = /^[0-9]{1,9}$/.test(number);
    return rest.length === 0 && isNumber && z.iso.datetime().safeParse(at).success && z.guid().safeParse(id).success;
  }, 'No such place in the list.')
  .meta({ examples: ['2026-11-28T10:00:00.000Z_01900000-0000-7000-8000-000000000001'] });

/**
 * Filters of the history; all hold together.
 * @property name part of the customer's name, or the chat's number
 * @property phone the customer's whole number
 * @property agentId who takes or took part
 * @property departmentId `none`: of no department
 * @property missedReason 0 takes both reasons of working hours
 * @property text words in messages, the last one by its beginning
 * @property number of the chat, as people say it
 * @property origin led here, or in another product before
 */
export const HistoryFilter = Page.extend({
  perPage: z.coerce.number().int().min(-1).max(200).default(historyPage),
  customerId: Id.optional(),
  name: text(120).default(''),
  state: z.coerce.number().int().min(3).max(4).optional(),
  fromDate: Day,
  toDate: Day,
  phone: text(32).default(''),
  agentId: Id.optional(),
  departmentId: z.union([Id, z.literal(noDepartment)]).optional(),
  channelId: Id.optional(),
  missedReason: z.coerce.number().int().min(0).max(2).optional(),
  labelId: Id.optional(),
  rating: z.coerce.number().int().min(1).max(5).optional(),
  text: text(200).default(''),
  number: text(20).default(''),
  origin: z.enum(historyOrigins).default('all'),
  after: HistoryPlace.optional(),
});
export type HistoryFilter = z.infer<typeof HistoryFilter>;
