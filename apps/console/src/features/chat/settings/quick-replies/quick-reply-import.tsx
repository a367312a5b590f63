import { Alert, Button, FileInput, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { DialogForm } from '../../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../../components/save-failure.tsx';
import { sayFault } from '../../../../lib/errors.ts';
import { useForm } from '../../../../lib/use-form.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatSettingsWords } from '../../../../locales/chat-settings.ts';
import { commonWords } from '../../../../locales/common.ts';
import classes from './quick-reply.module.css';
import { useImportQuickReplies } from './quick-reply.queries.ts';

const example = 'shortcut,language,text,department\nbye,en,"Goodbye, {{ customer.name }}",\nbye,hi,"अलविदा, {{ customer.name }}",';
const columns = 'shortcut, language, text, department';

/** Quick replies out of a CSV file: the good lines are added, and what is wrong with the others is said by line. */
export function QuickReplyImport({ deptId, onClose }: { deptId: string; onClose: () => void }) {
  const say = useWords(chatSettingsWords.quickReply);
  const sayCommon = useWords(commonWords.ui);
  const add = useImportQuickReplies(deptId);
  const form = useForm({ initial: { csv: '' }, check: ({ csv }) => ({ csv: csv.trim() === '' && say('fileEmpty') }) });
  const { data } = add;
  return (
    <Modal opened onClose={onClose} size="lg" title={say('importTitle')}>
      {data ? (
        <Stack>
          <Text role="status">{say('imported', { count: data.added })}</Text>
          {data.faults.length > 0 ? (
            <Alert color="red" role="alert" title={say('leftOut', { count: data.faults.length })}>
              <ul className={classes.faults}>
                {data.faults.map((fault) => (
                  <li key={`${fault.line} ${fault.code} ${fault.message}`}>
                    {say('lineFault', { line: String(fault.line), fault: sayFault(fault) })}
                  </li>
                ))}
              </ul>
            </Alert>
          ) : null}
          <Group justify="flex-end">
            <Button data-autofocus onClick={onClose}>
              {sayCommon('close')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <DialogForm submit={say('import')} isBusy={add.isPending} onCancel={onClose} onSubmit={form.submit(({ csv }) => add.mutate(csv))}>
          {add.error ? <SaveFailure error={add.error} /> : null}
          <Text size="sm">{say('importHint', { columns })}</Text>
          <FileInput
            data-autofocus
            label={say('file')}
            accept=".csv,.txt"
            clearable
            onChange={(file) => void file?.text().then((csv) => form.change({ csv }))}
          />
          <Textarea label={say('lines')} placeholder={example} autosize minRows={4} maxRows={12} {...form.field('csv')} />
        </DialogForm>
      )}
    </Modal>
  );
}
