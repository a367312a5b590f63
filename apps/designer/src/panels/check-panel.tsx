import { SegmentedControl, Stack, Text, ThemeIcon, UnstyledButton } from '@mantine/core';
import type { Finding } from '@parley/journey';
import { findingTitles, useFindingText } from '@parley/ui/findings';
import { useWords } from '@parley/ui/words';
import { IconAlertCircle, IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { nodeOf } from '../editor/index-of.ts';
import { useDocument } from '../editor/use-editor.ts';
import { exitLabel } from '../nodes/exit-label.ts';
import { nameOf, titleOf } from '../nodes/summary.ts';
import { useShell } from '../shell-context.ts';
import { designerWords } from '../words.ts';
import classes from './panel.module.css';
import { Panel } from './panel.tsx';

/** A finding in words. */
export function FindingText({ finding }: { finding: Finding }) {
  const say = useWords(findingTitles);
  const textOf = useFindingText();
  return <Text size="sm">{textOf(finding) || say(finding.code)}</Text>;
}

/** Findings of the stream, while it is edited. */
export function CheckPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(designerWords.check);
  const sayFinding = useWords(findingTitles);
  const textOf = useFindingText();
  const document = useDocument();
  const { findings, goTo, setPanel } = useShell();
  const [level, setLevel] = useState<'all' | 'error' | 'warning'>('all');
  const errors = findings.filter((finding) => finding.level === 'error').length;
  const shown = findings.filter((finding) => level === 'all' || finding.level === level);
  return (
    <Panel title={say('title')} onClose={onClose}>
      <Text size="sm" c="dimmed" role="status">
        {findings.length === 0 ? say('allRight') : say('counts', { errors, warnings: findings.length - errors })}
      </Text>
      {findings.length > 0 && (
        <SegmentedControl
          size="xs"
          aria-label={say('show')}
          data={[
            { value: 'all', label: say('all') },
            { value: 'error', label: say('errors') },
            { value: 'warning', label: say('warnings') },
          ]}
          value={level}
          onChange={(next) => setLevel(next === 'error' ? 'error' : next === 'warning' ? 'warning' : 'all')}
        />
      )}
      {findings.length === 0 && (
        <ThemeIcon color="green" variant="light" size={48} radius="xl" mx="auto" my="xl">
          <IconCheck size={26} />
        </ThemeIcon>
      )}
      <Stack gap={2} component="ul" style={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {shown.map((finding, place) => {
          const node = nodeOf(document, finding.node);
          const Icon = finding.level === 'error' ? IconAlertCircle : IconAlertTriangle;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two findings may say the same of one place
            <li key={place}>
              <UnstyledButton
                className={classes.finding}
                onClick={() => (node ? goTo(node.id, true) : setPanel(finding.field.startsWith('variables') ? 'variables' : 'settings'))}
              >
                <Icon
                  size={17}
                  style={{
                    flex: 'none',
                    marginBlockStart: 2,
                    color: finding.level === 'error' ? 'var(--app-danger)' : 'var(--app-warning)',
                  }}
                  aria-label={say(finding.level)}
                />
                <span>
                  <Text size="xs" c="dimmed">
                    {node ? titleOf(document, node) : say('stream')}
                    {node && finding.exit !== '' && ` → ${exitLabel(document, node, finding.exit)}`}
                  </Text>
                  <Text size="sm" fw={550}>
                    {sayFinding(finding.code)}
                  </Text>
                  {finding.text !== '' && <Text size="sm">{textOf(finding)}</Text>}
                  {finding.way.length > 1 && (
                    <Text size="xs" c="dimmed">
                      {say('way', { way: finding.way.map((id) => nameOf(document, id)).join(' → ') })}
                    </Text>
                  )}
                </span>
              </UnstyledButton>
            </li>
          );
        })}
      </Stack>
    </Panel>
  );
}
