import { Badge, Button, Group, Menu, Skeleton, Text } from '@mantine/core';
import type { SandboxTemplate, SandboxTemplateChange, z } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import classes from './sandbox.module.css';
import { sandboxTemplatesQuery, useChangeQuality, useChangeTemplate } from './sandbox.queries.ts';

type Change = Omit<z.input<typeof SandboxTemplateChange>, 'name' | 'language'>;
const decisions = [
  ['approveIt', { status: 'APPROVED' }],
  ['rejectIt', { status: 'REJECTED', reason: 'INVALID_FORMAT' }],
  ['pauseIt', { status: 'PAUSED' }],
  ['disableIt', { status: 'DISABLED' }],
  ['toMarketing', { category: 'MARKETING' }],
  ['toUtility', { category: 'UTILITY' }],
] as const satisfies readonly (readonly [string, Change])[];
const colours = { APPROVED: 'green', PENDING: 'yellow', REJECTED: 'red', PAUSED: 'orange', DISABLED: 'gray', DRAFT: 'gray' } as const;

/** Templates at the vendor with the decision on each, and the quality that the vendor gives the number. */
export function TemplatePanel({ channelId, canAct }: { channelId: string; canAct: boolean }) {
  const say = useWords(channelWords.sandbox);
  const templates = useQuery(sandboxTemplatesQuery(channelId));
  const change = useChangeTemplate(channelId);
  const quality = useChangeQuality(channelId);
  const tell = () => showToast('success', say('told'));
  const decide = ({ name, language }: SandboxTemplate, decision: Change) =>
    change.mutate({ name, language, ...decision }, { onSuccess: tell });

  return (
    <Panel title={say('templates')}>
      {templates.data ? (
        <ul className={classes.templates}>
          {templates.data.map((template) => (
            <li key={`${template.name} ${template.language}`}>
              <span>
                {template.name} <span className={classes.dim}>{template.language}</span>
              </span>
              <Badge size="sm" variant="light" color={colours[template.status]}>
                {template.status}
              </Badge>
              {canAct ? (
                <Menu>
                  <Menu.Target>
                    <Button size="compact-xs" variant="default" aria-label={say('decide', { name: template.name })}>
                      …
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown>
                    {decisions.map(([word, decision]) => (
                      <Menu.Item key={word} onClick={() => decide(template, decision)}>
                        {say(word)}
                      </Menu.Item>
                    ))}
                  </Menu.Dropdown>
                </Menu>
              ) : null}
            </li>
          ))}
        </ul>
      ) : templates.isError ? (
        <ErrorState error={templates.error} onRetry={() => void templates.refetch()} />
      ) : (
        <Skeleton height={60} radius="md" />
      )}
      {templates.data?.length === 0 ? (
        <Text size="sm" c="dimmed">
          {say('noTemplates')}
        </Text>
      ) : null}
      {canAct ? (
        <Group mt="sm" gap="xs">
          <Text size="sm">{say('quality')}</Text>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => quality.mutate({ quality: 'FLAGGED', tier: 'TIER_1K' }, { onSuccess: tell })}
          >
            {say('flag')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => quality.mutate({ quality: 'UNFLAGGED', tier: 'TIER_1K' }, { onSuccess: tell })}
          >
            {say('unflag')}
          </Button>
        </Group>
      ) : null}
    </Panel>
  );
}
