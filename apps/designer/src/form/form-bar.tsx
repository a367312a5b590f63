import { ActionIcon, Badge, Button, Group, Menu, SegmentedControl, Text, Tooltip } from '@mantine/core';
import { formatTime } from '@parley/ui/format';
import { useWords } from '@parley/ui/words';
import { IconAlertTriangle, IconArrowBackUp, IconArrowForwardUp, IconCheck, IconCloudOff, IconDots, IconRocket } from '@tabler/icons-react';
import classes from './designer.module.css';
import type { FormSaving } from './editor/form-saver.ts';
import { useFormEditor, useFormState } from './editor/use-form-editor.ts';
import type { SavedForm } from './form-api.ts';
import { formWords } from './words.ts';

export const tabs = ['outline', 'preview', 'settings'] as const;
export type Tab = (typeof tabs)[number];
type Props = {
  saving: FormSaving;
  saved: SavedForm;
  counts: { errors: number; warnings: number };
  /** The panel that is shown where the window has room for one */
  tab: Tab | null;
  onTab: (tab: Tab) => void;
  onCheck: () => void;
  onPublish: () => void;
  onVersions: () => void;
  onSaveAgain: () => void;
};

/** The bar of the form: the way back, the state of saving, the check, and publishing. */
export function FormBar({ saving, saved, counts, tab, onTab, onCheck, onPublish, onVersions, onSaveAgain }: Props) {
  const say = useWords(formWords.bar);
  const editor = useFormEditor();
  const { document, canUndo, canRedo, isReadOnly } = useFormState();
  const icon = (label: string, Icon: typeof IconDots, onClick: () => void, disabled = false) => (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} disabled={disabled} onClick={onClick}>
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <>
      <div className={classes.bar} role="toolbar" aria-label={say('title')}>
        <Text fw={600} size="sm" truncate className={classes.name}>
          {document.name}
        </Text>
        {!isReadOnly && (
          <Group gap={2} wrap="nowrap">
            {icon(say('undo'), IconArrowBackUp, () => editor.undo(), !canUndo)}
            {icon(say('redo'), IconArrowForwardUp, () => editor.redo(), !canRedo)}
          </Group>
        )}
        <div className={classes.middle}>
          <SavingText saving={saving} isReadOnly={isReadOnly} onSaveAgain={onSaveAgain} />
        </div>
        <Group gap={6} wrap="nowrap">
          <Badge variant="light" color={saved.published === 0 ? 'gray' : saved.hasChanges ? 'yellow' : 'green'} className={classes.state}>
            {saved.published === 0
              ? say('draft')
              : saved.hasChanges
                ? say('changed', { number: saved.published })
                : say('published', { number: saved.published })}
          </Badge>
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            leftSection={
              counts.errors + counts.warnings === 0 ? <IconCheck size={15} aria-hidden /> : <IconAlertTriangle size={15} aria-hidden />
            }
            onClick={onCheck}
          >
            {say('check')}
            {counts.errors > 0 && (
              <Badge size="xs" ms={6} color="red" aria-label={say('errors', { count: counts.errors })}>
                {counts.errors}
              </Badge>
            )}
            {counts.warnings > 0 && (
              <Badge size="xs" ms={4} color="yellow" aria-label={say('warnings', { count: counts.warnings })}>
                {counts.warnings}
              </Badge>
            )}
          </Button>
          {!isReadOnly && (
            <Button size="xs" leftSection={<IconRocket size={15} aria-hidden />} onClick={onPublish}>
              {say('publish')}
            </Button>
          )}
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label={say('more')}>
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={onVersions}>{say('versions')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      </div>
      {tab !== null && (
        <div className={classes.tabs}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={say('panels')}
            value={tab}
            onChange={onTab}
            data={tabs.map((one) => ({ value: one, label: say(`tab_${one}`) }))}
          />
        </div>
      )}
    </>
  );
}

function SavingText({ saving, isReadOnly, onSaveAgain }: { saving: FormSaving; isReadOnly: boolean; onSaveAgain: () => void }) {
  const say = useWords(formWords.bar);
  if (isReadOnly) return <Badge color="gray">{say('readOnly')}</Badge>;
  const words =
    saving.kind === 'saved'
      ? say('saved', { time: formatTime(saving.at) })
      : saving.kind === 'failed'
        ? say('notSaved', { why: saving.text })
        : say(saving.kind);
  return (
    <Group gap={6} wrap="nowrap" miw={0}>
      {saving.kind === 'offline' && <IconCloudOff size={15} aria-hidden />}
      <Text size="sm" c={saving.kind === 'failed' ? 'red' : 'dimmed'} truncate role="status">
        {words}
      </Text>
      {saving.kind === 'failed' && (
        <Button size="compact-xs" variant="default" onClick={onSaveAgain}>
          {say('again')}
        </Button>
      )}
    </Group>
  );
}
