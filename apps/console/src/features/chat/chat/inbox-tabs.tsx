import type { ChatCounts } from '@parley/contract';
import { memo } from 'react';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { countOf } from '../shared/chat.live.ts';
import { ariaKeys, keysOfAct } from '../shared/chat-acts.ts';
import { type InboxTab, inboxTabs } from '../shared/inbox-tabs.ts';
import classes from './inbox-tabs.module.css';

type Props = { current: InboxTab['id']; mine: number; mentions: number; counts: ChatCounts | undefined; onChoose: (tab: InboxTab) => void };

/** The tabs of the inbox, each with how many chats it has; of closed ones nobody wants to know. */
export const InboxTabs = memo(function InboxTabs({ current, mine, mentions, counts, onChoose }: Props) {
  const t = useWords(chatWords.conversation);
  const apart: Partial<Record<InboxTab['id'], number>> = { mine, mentions };
  const countOfTab = (tab: InboxTab) => apart[tab.id] ?? tab.counts.reduce((sum, kind) => sum + countOf(counts, kind), 0);
  return (
    <nav className={classes.tabs} aria-label={t('tabs')}>
      {inboxTabs.map((tab) => {
        const count = countOfTab(tab);
        return (
          <button
            key={tab.id}
            type="button"
            className={classes.tab}
            aria-current={tab.id === current ? 'page' : undefined}
            aria-keyshortcuts={ariaKeys(keysOfAct(tab.id))}
            onClick={() => onChoose(tab)}
          >
            {t(tab.word)}
            {count > 0 ? <span className={classes.count}>{count}</span> : null}
          </button>
        );
      })}
    </nav>
  );
});
