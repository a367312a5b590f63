import { Button, Group } from '@mantine/core';
import type { ChatSide } from '@parley/contract';
import type { ReactNode } from 'react';
import { useWords } from '../../../lib/words.ts';
import { chatTraceWords } from '../../../locales/chat-trace.ts';
import threadClasses from './chat-thread.module.css';
import classes from './rule-line.module.css';
import { useDecideTool } from './tool-line.queries.ts';

/** @property isDecided a later line tells what became of the call @property mayDecide the reader takes part in the open chat */
export type ToolLineProps = { side: ChatSide; time: ReactNode; chatId: string; isDecided: boolean; mayDecide: boolean };

/** A call of the bot's tool: what came of it, on request what was asked and answered, and for one that an agent confirms the two answers. */
export function ToolLine({ side: { act }, time, chatId, isDecided, mayDecide }: ToolLineProps) {
  const say = useWords(chatTraceWords.tool);
  const decide = useDecideTool(chatId);
  const call = act?.act === 'tool' ? act : null;
  if (!call)
    return (
      <div className={threadClasses.system}>
        {say('toolErased')} · {time}
      </div>
    );
  const line = say('toolLine', { tool: call.tool, state: say(`tool_${call.state}`) });
  const isOpen = call.state === 'PROPOSED' && call.confirm === 'agent' && !isDecided && !decide.isSuccess;
  const answer = (isApproved: boolean) => decide.mutate({ callId: call.callId, isApproved });
  return (
    <div className={threadClasses.system}>
      {call.by ? say('toolBy', { line, name: call.by }) : line} · {time}
      <details className={classes.compared}>
        <summary>{say('toolDetails')}</summary>
        <ul>
          {call.arguments.map(({ name, value }) => (
            <li key={name}>
              {name}: {value}
            </li>
          ))}
          {call.answer ? (
            <li>
              {say('toolAnswer')}: {call.answer}
            </li>
          ) : null}
          {call.error ? (
            <li>
              {say('toolError')}: {call.error}
            </li>
          ) : null}
          {call.tookMs > 0 ? <li>{say('toolMs', { ms: call.tookMs })}</li> : null}
        </ul>
      </details>
      {isOpen && mayDecide ? (
        <Group gap="xs" justify="center">
          <Button size="compact-xs" loading={decide.isPending} onClick={() => answer(true)}>
            {say('toolApprove')}
          </Button>
          <Button size="compact-xs" variant="default" disabled={decide.isPending} onClick={() => answer(false)}>
            {say('toolRefuse')}
          </Button>
        </Group>
      ) : null}
      {isOpen && !mayDecide ? <div>{say('toolAsks')}</div> : null}
    </div>
  );
}
