import type { ChatSide } from '@parley/contract';
import type { ReactNode } from 'react';
import { useWords } from '../../../lib/words.ts';
import { chatTraceWords } from '../../../locales/chat-trace.ts';
import { describeCheck, describeDeeds } from '../shared/rule-trace.ts';
import threadClasses from './chat-thread.module.css';
import classes from './rule-line.module.css';

/** A rule that fired: what it did, what it notes, and on request the values that it compared. An erased one says that it fired alone. */
export function RuleLine({ side: { act, text: note }, time }: { side: ChatSide; time: ReactNode }) {
  const say = useWords(chatTraceWords.line);
  const rule = act?.act === 'rule' ? act : null;
  const checks = rule?.checks ?? [];
  return (
    <div className={threadClasses.system}>
      {rule ? say('line', { rule: rule.rule, deeds: describeDeeds(rule.deeds) }) : say('erased')} · {time}
      {rule && note ? <div className={classes.note}>{say('noteOf', { note })}</div> : null}
      {checks.length > 0 ? (
        <details className={classes.compared}>
          <summary>{say('compared')}</summary>
          <ul>
            {[...new Set(checks.map(describeCheck))].map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}
