import { NumberInput, Select } from '@mantine/core';
import { type ToolStream, toolLimits } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { botToolWords } from '../../../locales/bot-tool.ts';
import classes from './tool.module.css';
import type { ToolDraft } from './tool-draft.ts';

type StreamFieldsProps = {
  value: ToolDraft['stream'];
  streams: readonly ToolStream[];
  faults: Readonly<Record<string, string>>;
  onChange: (stream: ToolDraft['stream']) => void;
};

/** The stream of a tool, and how long it may talk with the customer. */
export function StreamFields({ value: { journeyId, minutes }, streams, faults, onChange }: StreamFieldsProps) {
  const say = useWords(botToolWords.tool);
  return (
    <div className={classes.grid}>
      <Select
        label={say('stream')}
        description={say(streams.length === 0 ? 'noStreams' : 'streamHint')}
        withAsterisk
        searchable
        data={streams.map(({ id, name }) => ({ value: id, label: name }))}
        value={journeyId || null}
        error={faults['stream.journeyId']}
        onChange={(chosen) => onChange({ journeyId: chosen ?? '', minutes })}
      />
      <NumberInput
        label={say('minutes')}
        description={say('minutesHint')}
        min={1}
        max={toolLimits.minutes.most}
        allowDecimal={false}
        value={minutes}
        error={faults['stream.minutes']}
        onChange={(value) => onChange({ journeyId, minutes: value === '' ? 1 : Number(value) })}
      />
    </div>
  );
}
