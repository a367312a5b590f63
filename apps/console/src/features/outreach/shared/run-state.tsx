import { Badge, Group } from '@mantine/core';
import { type Approval, activityStates } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';

type State = { state: number; isCompleted: boolean };

const names = ['created', 'scheduled', 'started', 'paused', 'stopped', 'deleted'] as const;
export const stateNames = names;
/** A finished run is Started with the time of its end, and shown as completed (CAMP-002, screens 3.1). */
export const stateNameOf = ({ state, isCompleted }: State) =>
  state === activityStates.started && isCompleted ? 'completed' : (names[state] ?? 'created');

/** '#2 Second'; '#2' of one that nobody has named. */
export const iterationName = ({ number, name }: { number: number; name: string }): string =>
  name === '' || name === `#${number}` ? `#${number}` : `#${number} ${name}`;

const stateColors = {
  created: 'gray',
  scheduled: 'cyan',
  started: 'blue',
  completed: 'green',
  paused: 'yellow',
  stopped: 'red',
  deleted: 'gray',
} as const;
const approvalColors: Record<Approval, string> = { New: 'gray', Submitted: 'blue', Approved: 'green', Rejected: 'red' };

export function StateBadge(props: State) {
  const say = useWords(campaignWords.common);
  const name = stateNameOf(props);
  return (
    <Badge component="span" color={stateColors[name]} miw="max-content">
      {say(`state_${name}`)}
    </Badge>
  );
}

export function ApprovalBadge({ approval }: { approval: string }) {
  const say = useWords(campaignWords.common);
  const known = approval in approvalColors ? (approval as Approval) : 'New';
  return (
    <Badge component="span" color={approvalColors[known]} variant="outline" miw="max-content">
      {say(`approval_${known}`)}
    </Badge>
  );
}

/** State of an iteration: its approval, and its run. */
export function Standing({ approval, ...state }: State & { approval: string }) {
  return (
    <Group gap={4} component="span">
      <ApprovalBadge approval={approval} />
      {state.state === activityStates.created ? null : <StateBadge {...state} />}
    </Group>
  );
}
