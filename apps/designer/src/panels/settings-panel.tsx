import { NumberInput, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import type { Settings } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { useEditor, useEditorState } from '../editor/use-editor.ts';
import { NodeField } from '../fields/node-field.tsx';
import { RefField } from '../fields/ref-field.tsx';
import { Rows } from '../fields/rows.tsx';
import { SecondsField } from '../fields/seconds-field.tsx';
import { Section } from '../fields/section.tsx';
import { SourceField } from '../fields/source-field.tsx';
import { LanguageSwitch, TextField } from '../fields/text-field.tsx';
import { designerWords } from '../words.ts';
import { FormFrame } from './form-frame.tsx';
import { Panel } from './panel.tsx';

const oneOf = <T extends string>(known: readonly T[], value: string | null): T => known.find((one) => one === value) ?? (known[0] as T);
const purposes = ['utility', 'marketing', 'authentication'] as const;
const reentries = ['never', 'days', 'one', 'many'] as const;

/** Settings of the whole stream. */
export function SettingsPanel({ onClose }: { onClose: () => void }) {
  const say = useWords(designerWords.setting);
  const editor = useEditor();
  const settings = useEditorState((state) => state.document.settings);
  const name = useEditorState((state) => state.document.name);
  const isReadOnly = useEditorState((state) => state.isReadOnly);
  const set = (changes: Partial<Settings>) =>
    editor.change(
      [{ kind: 'setSettings', settings: { ...editor.document.settings, ...changes } }],
      `settings ${Object.keys(changes).join()}`,
    );
  const { inactivity, words } = settings;
  const setWords = (changes: Partial<Settings['words']>) => set({ words: { ...words, ...changes } });
  const number = (label: string, value: number, least: number, most: number, change: (value: number) => void) => (
    <NumberInput
      label={label}
      value={value}
      min={least}
      max={most}
      allowDecimal={false}
      clampBehavior="blur"
      readOnly={isReadOnly}
      onChange={(next) => typeof next === 'number' && next >= least && next <= most && change(next)}
    />
  );
  const wordsOf = (label: string, value: string[], change: (value: string[]) => void) => (
    <TagsInput
      label={label}
      description={say('wholeMessage')}
      maxTags={20}
      readOnly={isReadOnly}
      value={value}
      onChange={(next) => change(next.map((one) => one.trim().slice(0, 60)).filter((one) => one !== ''))}
    />
  );
  return (
    <FormFrame>
      <Panel title={say('title')} tools={<LanguageSwitch />} onClose={onClose}>
        <TextInput
          label={say('name')}
          value={name}
          readOnly={isReadOnly}
          maxLength={120}
          onChange={(event) =>
            event.currentTarget.value !== '' && editor.change([{ kind: 'rename', name: event.currentTarget.value }], 'rename')
          }
        />
        <Rows
          label={say('channels')}
          rows={settings.channels}
          most={50}
          make={() => ({ ref: 'channel' as const, id: '', name: '' })}
          onChange={(channels) => set({ channels })}
          draw={(row, change) => (
            <RefField isBare label={say('channel')} kind="channel" value={row} onChange={(ref) => ref && change(ref)} />
          )}
        />
        {number(say('priority'), settings.priority, 0, 9, (priority) => set({ priority }))}
        <Select
          label={say('purpose')}
          readOnly={isReadOnly}
          data={purposes.map((one) => ({ value: one, label: say(`purpose_${one}`) }))}
          value={settings.purpose}
          onChange={(next) => set({ purpose: oneOf(purposes, next) })}
        />
        <Switch
          label={say('mayBeInterrupted')}
          disabled={isReadOnly}
          checked={settings.mayBeInterrupted}
          onChange={(event) => set({ mayBeInterrupted: event.currentTarget.checked })}
        />
        {number(say('busySeconds'), settings.busySeconds, 0, 86_400, (busySeconds) => set({ busySeconds }))}
        <Section title={say('reentry')} hint={say(`reentry_${settings.reentry}`)}>
          <Select
            label={say('reentry')}
            readOnly={isReadOnly}
            data={reentries.map((one) => ({ value: one, label: say(`reentry_${one}`) }))}
            value={settings.reentry}
            onChange={(next) => set({ reentry: oneOf(reentries, next) })}
          />
          {settings.reentry === 'days' && number(say('reentryDays'), settings.reentryDays, 1, 400, (reentryDays) => set({ reentryDays }))}
          {settings.reentry === 'many' && (
            <SourceField
              label={say('entryKey')}
              description={say('entryKeyWhy')}
              knowsHours={false}
              value={settings.entryKey}
              onChange={(entryKey) => set({ entryKey })}
            />
          )}
          <Select
            label={say('onSecond')}
            readOnly={isReadOnly}
            data={(['ignore', 'restart'] as const).map((one) => ({ value: one, label: say(`onSecond_${one}`) }))}
            value={settings.onSecond}
            onChange={(next) => set({ onSecond: next === 'restart' ? 'restart' : 'ignore' })}
          />
        </Section>
        <Section title={say('inactivity')}>
          <SecondsField
            label={say('inactivityAfter')}
            least={60}
            value={inactivity.seconds}
            onChange={(seconds) => set({ inactivity: { ...inactivity, seconds } })}
          />
          <TextField
            label={say('inactivityText')}
            value={inactivity.text}
            onChange={(text) => set({ inactivity: { ...inactivity, text } })}
          />
          <Switch
            label={say('reminder')}
            disabled={isReadOnly}
            checked={inactivity.reminder !== null}
            onChange={(event) =>
              set({
                inactivity: {
                  ...inactivity,
                  reminder: event.currentTarget.checked ? { seconds: Math.max(60, Math.floor(inactivity.seconds / 2)), text: {} } : null,
                },
              })
            }
          />
          {inactivity.reminder && (
            <>
              <SecondsField
                label={say('reminderAfter')}
                least={60}
                value={inactivity.reminder.seconds}
                onChange={(seconds) =>
                  inactivity.reminder && set({ inactivity: { ...inactivity, reminder: { ...inactivity.reminder, seconds } } })
                }
              />
              <TextField
                label={say('reminderText')}
                value={inactivity.reminder.text}
                onChange={(text) =>
                  inactivity.reminder && set({ inactivity: { ...inactivity, reminder: { ...inactivity.reminder, text } } })
                }
              />
            </>
          )}
          {number(say('lifeDays'), settings.lifeDays, 1, 400, (lifeDays) => set({ lifeDays }))}
        </Section>
        <Section title={say('answers')}>
          {number(say('retries'), settings.retries, 0, 10, (retries) => set({ retries }))}
          <TextField label={say('errorText')} value={settings.errorText} onChange={(errorText) => set({ errorText })} />
          <TextField label={say('closedText')} value={settings.closedText} onChange={(closedText) => set({ closedText })} />
          <TextField label={say('pauseText')} value={settings.pauseText} onChange={(pauseText) => set({ pauseText })} />
        </Section>
        <Section title={say('globalWords')}>
          {wordsOf(say('menuWords'), words.menu.words, (next) => setWords({ menu: { ...words.menu, words: next } }))}
          {words.menu.words.length > 0 && (
            <NodeField
              label={say('menuNode')}
              value={words.menu.node}
              fits={({ type }) => type !== 'mark.note'}
              onChange={(node) => setWords({ menu: { ...words.menu, node } })}
            />
          )}
          {wordsOf(say('agentWords'), words.agent.words, (next) => setWords({ agent: { ...words.agent, words: next } }))}
          {words.agent.words.length > 0 && (
            <RefField
              label={say('agentDepartment')}
              kind="department"
              isOptional
              value={words.agent.department}
              onChange={(department) => setWords({ agent: { ...words.agent, department } })}
            />
          )}
          {wordsOf(say('stopWords'), words.stop.words, (next) => setWords({ stop: { words: next } }))}
        </Section>
        <Section title={say('people')}>
          <Select
            label={say('agentTalks')}
            readOnly={isReadOnly}
            data={(['hold', 'send'] as const).map((one) => ({ value: one, label: say(`agentTalks_${one}`) }))}
            value={settings.agentTalks}
            onChange={(next) => set({ agentTalks: next === 'send' ? 'send' : 'hold' })}
          />
          <Select
            label={say('onOptOut')}
            readOnly={isReadOnly}
            data={[
              { value: 'end', label: say('onOptOut_end') },
              { value: 'go on', label: say('onOptOut_goOn') },
            ]}
            value={settings.onOptOut}
            onChange={(next) => set({ onOptOut: next === 'go on' ? 'go on' : 'end' })}
          />
        </Section>
      </Panel>
    </FormFrame>
  );
}
