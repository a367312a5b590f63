import { Alert, FileInput, Modal, Text, Textarea } from '@mantine/core';
import { type FaultWords, type HoursCalendar, z } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { describeFailure, sayFault } from '../../../lib/errors.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { hoursWords } from '../../../locales/hours.ts';
import classes from './calendar.module.css';
import { useImportExceptions } from './calendar.queries.ts';

type LineFault = FaultWords & { line: number };
const Lines = z.object({
  lines: z.array(
    z.object({ line: z.number(), code: z.string(), message: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }),
  ),
});

const example = 'from,to,name,yearly,slots\n2026-12-24,2026-12-26,Christmas,yes,\n2026-12-31,,New Year’s Eve,yes,09:00-13:00';

/** Exceptions out of a CSV file: all of them are added, or the faults are said by line. */
export function ImportDialog({ calendar, onClose }: { calendar: HoursCalendar; onClose: () => void }) {
  const say = useWords(hoursWords.calendar);
  const add = useImportExceptions(calendar.id);
  const form = useForm({ initial: { csv: '' }, check: ({ csv }) => ({ csv: csv.trim() === '' && say('fileEmpty') }) });
  const found = add.error ? Lines.safeParse(describeFailure(add.error).data) : undefined;
  const lines: LineFault[] = found?.success ? found.data.lines : [];
  const handleSubmit = ({ csv }: { csv: string }) =>
    add.mutate(
      { csv, version: calendar.version },
      {
        onSuccess: () => {
          showToast('success', say('imported'));
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={say('importTitle')}>
      <DialogForm submit={say('import')} isBusy={add.isPending} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
        {lines.length > 0 ? (
          <Alert color="red" role="alert" title={say('fileFaulty')}>
            <ul className={classes.faults}>
              {lines.map((fault) => (
                <li key={`${fault.line} ${fault.code} ${fault.message}`}>
                  {say('lineFault', { line: String(fault.line), fault: sayFault(fault) })}
                </li>
              ))}
            </ul>
          </Alert>
        ) : add.error ? (
          <SaveFailure error={add.error} />
        ) : null}
        <Text size="sm">{say('importHint')}</Text>
        <FileInput
          data-autofocus
          label={say('file')}
          accept=".csv,.txt"
          clearable
          onChange={(file) => void file?.text().then((csv) => form.change({ csv }))}
        />
        <Textarea label={say('lines')} placeholder={example} autosize minRows={4} maxRows={12} {...form.field('csv')} />
      </DialogForm>
    </Modal>
  );
}
