import type { ChannelEvent } from '@parley/vendors';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { largestPage } from '../mail-page/page.clean.ts';
import { cleanPages } from '../mail-page/page.task.ts';

/** Cleans the page of one mail outside of this process; what cannot be cleaned has no page, its words stand in the message. */
async function clean(ctx: EnterpriseContext, html: string): Promise<string> {
  if (html.length > largestPage) return '';
  try {
    for await (const page of ctx.confined.stream(cleanPages, { pages: [html] })) return page;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'input.too_costly') throw error;
  }
  return '';
}

/** Cleans the pages of mails that a vendor has passed on as they came. */
export async function withCleanPages(ctx: EnterpriseContext, events: readonly ChannelEvent[]): Promise<ChannelEvent[]> {
  const cleaned: ChannelEvent[] = [];
  for (const event of events) {
    const html = event.type === 'message.received' ? (event.mail?.html ?? '') : '';
    if (event.type !== 'message.received' || !event.mail || html === '') cleaned.push(event);
    else cleaned.push({ ...event, mail: { ...event.mail, html: '', page: await clean(ctx, html) } });
  }
  return cleaned;
}
