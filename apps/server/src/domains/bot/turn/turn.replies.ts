import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { sourceLabel, sourceTitle, sourceUrl } from '../answer/source.ts';
import { sayIn } from '../dialogue/dialogue.words.ts';
import type { BotRuntime } from '../runtime/runtime.ts';
import { toChatMarkup } from './chat-markup.ts';
import type { TurnResult } from './turn.ts';

/** Converts a turn to replies of a chat: the best source under the first reply, and under each quote its own. */
export function repliesOf(
  ctx: EnterpriseContext,
  deps: Pick<Deps, 'publicUrl'>,
  { definition }: Pick<BotRuntime, 'definition'>,
  turn: Pick<TurnResult, 'replies' | 'sources' | 'answeredBy'>,
): string[] {
  const say = sayIn(definition.config.language);
  const lines = turn.sources.map((source) => {
    const address = sourceUrl(ctx, source);
    const link = address === '' ? '' : new URL(address, deps.publicUrl()).href;
    return [`${say('source')}: ${sourceLabel(source, say)}`, ...(link === '' || link === sourceTitle(source, say) ? [] : [link])].join(
      '\n',
    );
  });
  const replies = turn.replies.map(toChatMarkup);
  const isEach = turn.answeredBy === 'knowledge' && replies.length === lines.length;
  return replies.map((reply, at) => {
    const line = at === 0 || isEach ? lines[at] : undefined;
    return line === undefined ? reply : `${reply}\n\n${line}`;
  });
}
