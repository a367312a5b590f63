import { Modal, NumberInput, Radio, Stack, Switch, Text } from '@mantine/core';
import { type EncapLogger, loggerLevels } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import { useRecordDialog } from '../../account/shared/use-record-form.ts';
import { loggerQuery, useSaveLogger } from './encap.queries.ts';

type Logger = EncapLogger & { version: number };
type LoggerDialogProps = { encapId: string; logger: Logger; onClose: () => void };
const fieldWords = { level: 'level', days: 'days', includesTests: 'includesTests' } as const;

/** Settings of what is kept of walks from now on; counts are whole whatever is kept. */
export function LoggerDialog({ encapId, logger, onClose }: LoggerDialogProps) {
  const say = useWords(encapWords.log);
  const saveLogger = useSaveLogger(encapId);
  const form = useRecordDialog({
    record: logger,
    toDraft: ({ version: _, ...draft }: Logger): EncapLogger => draft,
    read: (client) => client.fetchQuery({ ...loggerQuery(encapId), staleTime: 0 }),
    save: (draft, version = logger.version) => saveLogger.mutateAsync({ ...draft, version }),
    onSaved: () => {
      showToast('success', sayDone(say('saved'), 'saved'));
      onClose();
    },
    nameOf: (path) => (path in fieldWords ? say(fieldWords[path as keyof typeof fieldWords]) : undefined),
  });
  const { level, days } = form.draft;
  return (
    <Modal opened onClose={onClose} title={say('settingsTitle')} closeOnClickOutside={false}>
      <DialogForm submit={say('save')} isBusy={form.isBusy} onCancel={onClose} onSubmit={form.handleSubmit}>
        {form.failure ? <SaveFailure error={form.failure} /> : null}
        <Text size="sm">{say('settingsText')}</Text>
        <Radio.Group label={say('level')} value={level} onChange={(next) => form.change({ level: next as EncapLogger['level'] })}>
          <Stack gap="xs" mt={6}>
            {loggerLevels.map((one) => (
              <Radio key={one} value={one} label={say(`level_${one}`)} description={say(`levelHint_${one}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <NumberInput
          label={say('days')}
          description={say('daysHint')}
          min={7}
          max={90}
          clampBehavior="blur"
          allowDecimal={false}
          value={days}
          error={form.faults.days}
          onChange={(next) => form.change({ days: Number(next) || 0 })}
        />
        <Switch label={say('includesTests')} {...form.box('includesTests')} />
      </DialogForm>
    </Modal>
  );
}
