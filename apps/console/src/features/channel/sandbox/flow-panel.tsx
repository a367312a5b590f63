import { Badge, Button, Menu } from '@mantine/core';
import type { SandboxFlowChange } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../../components/panel.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import classes from './sandbox.module.css';
import { sandboxFlowsQuery, useChangeFlow } from './sandbox.queries.ts';

const decisions = [
  ['slowFlow', 'THROTTLED'],
  ['blockFlow', 'BLOCKED'],
  ['releaseFlow', 'PUBLISHED'],
] as const satisfies readonly (readonly [string, SandboxFlowChange['status']])[];
const colours: Record<string, string> = { PUBLISHED: 'green', THROTTLED: 'orange', BLOCKED: 'red' };

/** Flows at the vendor, and what it makes of each; nothing while it has none. */
export function FlowPanel({ channelId, canAct }: { channelId: string; canAct: boolean }) {
  const say = useWords(channelWords.sandbox);
  const flows = useQuery(sandboxFlowsQuery(channelId));
  const change = useChangeFlow(channelId);
  if (!flows.data || flows.data.length === 0) return null;
  return (
    <Panel title={say('flows')}>
      <ul className={classes.templates}>
        {flows.data.map(({ id, name, status }) => (
          <li key={id}>
            <span>{name}</span>
            <Badge size="sm" variant="light" color={colours[status] ?? 'gray'}>
              {status}
            </Badge>
            {canAct && colours[status] ? (
              <Menu>
                <Menu.Target>
                  <Button size="compact-xs" variant="default" aria-label={say('decide', { name })}>
                    …
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {decisions.map(([word, next]) => (
                    <Menu.Item
                      key={word}
                      disabled={next === status}
                      onClick={() => change.mutate({ name, status: next }, { onSuccess: () => showToast('success', say('told')) })}
                    >
                      {say(word)}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
