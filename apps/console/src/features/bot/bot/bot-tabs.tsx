import type { BotDetails } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import classes from './bot.module.css';

const nlpTabs = [
  ['intents', '/bots/$botId/intents'],
  ['entities', '/bots/$botId/entity-list'],
  ['configuration', '/bots/$botId/configuration'],
  ['genAi', '/bots/$botId/gen-ai'],
  ['designer', '/bots/$botId/conversation'],
  ['callClassification', '/bots/$botId/call-classification'],
  ['sentiment', '/bots/$botId/sentiment'],
  ['training', '/bots/$botId/training'],
  ['report', '/bots/$botId/nlp-report/overview'],
] as const;
/** `type=prompt` keeps 'prompt' in the address of the knowledge base (BOT-045). */
const promptTabs = [
  ['knowledge', '/bots/$botId/gen-ai'],
  ['prompt', '/bots/$botId/prompt'],
  ['tools', '/bots/$botId/tools'],
  ['training', '/bots/$botId/training'],
  ['report', '/bots/$botId/nlp-report/overview'],
] as const;

export type BotTabsProps = { bot: Pick<BotDetails, 'id' | 'name'>; isPrompt: boolean; path: string };

/** The screens of one bot; the address says which is open (BOT-046). */
export function BotTabs({ bot, isPrompt, path }: BotTabsProps) {
  const say = useWords(botWords.frame);
  const strip = useRef<HTMLElement>(null);
  // The open tab may be out of sight on a narrow screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every address has its own tab
  useEffect(() => {
    strip.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  return (
    <nav ref={strip} className={classes.tabs} aria-label={say('tabs', { name: bot.name })}>
      {(isPrompt ? promptTabs : nlpTabs).map(([name, to]) => (
        <Link
          key={name}
          to={to}
          params={{ botId: bot.id }}
          search={(isPrompt && name === 'knowledge' ? { type: 'prompt' } : {}) as never}
          activeOptions={{ includeSearch: false }}
          className={classes.tab}
        >
          {say(name)}
        </Link>
      ))}
    </nav>
  );
}
