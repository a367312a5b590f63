import { Button, Select } from '@mantine/core';
import { builderPermissions, extractOnly } from '@parley/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { nativeOptions } from '../../../components/native-options.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May, MayChange } from '../../account/shared/may.tsx';
import { genAiConfigsQuery } from './bot.queries.ts';
import classes from './config-bar.module.css';
import { EditConfiguration } from './edit-configuration.tsx';
import { openCreateIntegration } from './integration-form.tsx';

export type ConfigBarProps = {
  /** Id of the chosen configuration; '' for none. */
  value: string;
  onChange: (configId: string) => void;
  error?: string | undefined;
  isSaving: boolean;
  /** Saves the screen that the bar stands on (BOT-086). */
  onUpdate: () => void;
  selectRef?: Ref<HTMLInputElement>;
  /** Offers to quote passages without any endpoint. */
  offersExtract?: boolean;
};

/** Select Configuration, Create Configuration and Update: the head of the knowledge base and of the prompt (BOT-047, BOT-048). */
export function ConfigBar({ value, onChange, error, isSaving, onUpdate, selectRef, offersExtract = false }: ConfigBarProps) {
  const say = useWords(botWords.part);
  const sayBot = useWords(botWords.shared);
  const configs = useQuery(genAiConfigsQuery);
  const failure = configs.isError && !configs.data ? say('listFailed', { reason: describeFailure(configs.error).message }) : undefined;

  const handleCreate = async () => {
    const madeId = await openCreateIntegration();
    if (madeId) onChange(madeId);
  };

  return (
    <section className={classes.bar} aria-label={say('bar')}>
      <MayChange any={builderPermissions}>
        <Select
          {...nativeOptions}
          ref={selectRef}
          className={classes.select}
          label={say('select')}
          placeholder={say('none')}
          withAsterisk
          clearable
          searchable
          data={[
            ...(offersExtract ? [{ value: extractOnly, label: say('extractOnly') }] : []),
            ...(configs.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={value === '' ? null : value}
          error={error ?? failure}
          onChange={(configId) => onChange(configId ?? '')}
        />
      </MayChange>
      <EditConfiguration configs={configs.data ?? []} value={value} />
      <May any={builderPermissions}>
        <Button variant="light" leftSection={<IconPlus size={15} />} onClick={() => void handleCreate()}>
          {sayBot('createConfiguration')}
        </Button>
      </May>
      <May any={builderPermissions}>
        <Button className={classes.update} loading={isSaving} onClick={onUpdate}>
          {say('update')}
        </Button>
      </May>
    </section>
  );
}
