import { analyse } from '../packages/routing/src/replay/index.ts';
import { sampleRecords, usualSample } from '../packages/routing/src/replay/samples.ts';
import type { Figure } from './table.ts';

const days = 31;
const chatsADay = 1613;
const runs = 20;
const staffingRuns = 3;
const goalSeconds = 30;

/** A month of 50,000 chats of 24 agents: the replay of what was, twenty runs with a fifth more chats, and the table of agents. */
export async function benchScenario(): Promise<Figure[]> {
  const records = sampleRecords({ ...usualSample, days, chatsADay, agents: 24 });
  const changes = [{ kind: 'volume', departmentId: 'support', percent: 20, fromHour: 0, toHour: 24 }] as const;
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  let [ofRuns, isMet] = [0, false];
  for (const told of analyse(records, { keys: ['support'], changes, runs, staffingRuns })) {
    if ('result' in told) isMet = told.result[0]?.now !== null;
    else if (told.done === 1 + runs) ofRuns = seconds();
  }
  const whole = seconds();
  return [
    {
      name: `what-if: ${days} days, ${records.chats.length} chats, ${runs} runs${isMet ? '' : ' (not calibrated)'}`,
      ours: `${ofRuns.toFixed(1)} s, with the table of agents (${staffingRuns} runs a line) ${whole.toFixed(1)} s`,
      reference: '',
      ratio: ofRuns / goalSeconds,
      goal: `at most ${goalSeconds} s`,
      isMet: isMet && ofRuns <= goalSeconds,
    },
  ];
}
