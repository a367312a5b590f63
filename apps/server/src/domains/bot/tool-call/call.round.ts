import { idAt } from '#platform/db/id-at.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { lockChats } from '../../chat/door.ts';
import type { AskedCall, ToolMessage } from '../../integration/door.ts';
import { confirmOf, type DefinedTool, readArguments } from '../tool/tool.rules.ts';
import { insertCalls, type NewCall } from './call.repository.ts';
import { tellCall } from './call.run.ts';

/** The turn that calls belong to. @property turn the number of the customer's message @property customerId null: Try it */
export type ToolTurn = { sessionId: string; isDry: boolean; botId: string; customerId: string | null; turn: number };
type Place = { turn: ToolTurn; round: number; hasRead: boolean; now: Date };

/** A round of calls as rows, or what is wrong with some of it: then nothing of the round is done. */
type Round = { calls: NewCall[] } | { faults: string[]; messages: ToolMessage[] };

/** Reads the calls of one answer. Only a tool that was offered can be named, and only its own inputs can be given. */
export function readRound(asked: readonly AskedCall[], tools: readonly DefinedTool[], { turn, round, hasRead, now }: Place): Round {
  const read = asked.map((call, place) => {
    const tool = tools.find(({ name }) => name === call.name);
    const given = tool ? readArguments(tool, call.arguments) : { fault: 'There is no such tool.' };
    // An endpoint may leave the id out, or give one twice.
    const modelCall = `call_${round}_${place}`;
    return { call, place, tool, given, modelCall };
  });
  const isSound = read.every(({ given }) => 'values' in given);
  if (isSound) {
    const calls = read.map(({ place, tool, given, modelCall }): NewCall => {
      const { toolId, ...content } = tool as DefinedTool;
      const confirm = confirmOf(content, hasRead);
      return {
        ...turn,
        callId: idAt(now),
        toolId,
        round,
        place,
        modelCall,
        tool: content,
        arguments: 'values' in given ? given.values : {},
        confirm,
        state: confirm === 'none' ? 'READY' : 'PROPOSED',
        createdAt: now,
      };
    });
    return { calls };
  }
  const isJson = (text: string) => text.trim().startsWith('{');
  return {
    faults: read.flatMap(({ call, given }) => ('fault' in given ? [`${call.name.slice(0, 60) || '?'}: ${given.fault}`] : [])),
    messages: [
      {
        role: 'assistant',
        content: '',
        // Endpoints read the arguments again: what is no JSON would make them refuse the conversation.
        calls: read.map(({ call, given, modelCall }) => ({
          id: modelCall,
          name: call.name || 'unknown',
          arguments:
            'values' in given ? JSON.stringify(given.values) : isJson(call.arguments) && parses(call.arguments) ? call.arguments : '{}',
        })),
      },
      ...read.map(
        ({ given, modelCall }): ToolMessage => ({
          role: 'tool',
          callId: modelCall,
          content: 'fault' in given ? `Refused: ${given.fault}` : 'Not done: another call beside it was refused.',
        }),
      ),
    ],
  };
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Writes a round before anything of it is done; what somebody has to confirm is told in the chat. @returns false: another process was first */
export const propose = (ctx: EnterpriseContext, calls: readonly NewCall[]): Promise<boolean> =>
  ctx.transaction(async (tx) => {
    const [first] = calls;
    if (first && !first.isDry) await lockChats(tx, ctx.enterpriseId, [first.sessionId]);
    const added = await insertCalls(tx, ctx.enterpriseId, calls);
    if (added < calls.length) return false;
    for (const { callId, state } of calls) if (state === 'PROPOSED') await tellCall(ctx, tx, callId);
    return true;
  });
