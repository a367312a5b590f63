import { Autocomplete, Modal, Radio, Select, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { nativeOptions } from '../../../components/native-options.ts';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { languageOptions } from '../../channel/shared/language-name.ts';
import { designerLink } from '../shared/designer-link.ts';
import classes from '../shared/stream.module.css';
import { examplesQuery, useCreateJourney } from './workspace.queries.ts';

/** A new stream: empty, or a ready-made one to begin with. An empty one opens where it is drawn. */
export function NewDialog({ folders, onClose }: { folders: readonly string[]; onClose: () => void }) {
  const say = useWords(journeyWords.list);
  const navigate = useNavigate();
  const examples = useQuery(examplesQuery);
  const form = useForm({ initial: { example: '', name: '', folder: '', language: 'en' } });
  const { example, name, folder, language } = form.draft;
  const create = useCreateJourney();
  const handleChoose = (id: string) => {
    const nameOf = (wanted: string) => examples.data?.find((one) => one.id === wanted)?.name ?? '';
    // A name that nobody has typed goes with what is chosen.
    form.change({ example: id, ...(name === nameOf(example) ? { name: nameOf(id) } : {}) });
  };
  const handleSubmit = () =>
    create.mutate(
      { name: name.trim(), description: '', folder: folder.trim(), language, example },
      {
        onSuccess: ({ answer, message }) => {
          showToast('success', sayDone(message, 'saved'));
          onClose();
          if (example === '') void navigate(designerLink(answer.id));
          else void navigate({ to: '/journey/workspace/$journeyId', params: { journeyId: answer.id } });
        },
      },
    );
  const choices = [{ id: '', name: say('blank'), description: say('blankText'), nodes: 0 }, ...(examples.data ?? [])];
  return (
    <Modal opened onClose={onClose} size="lg" title={say('newTitle')} closeOnClickOutside={false}>
      <DialogForm
        submit={say('create')}
        isBusy={create.isPending}
        isDisabled={name.trim() === ''}
        onCancel={onClose}
        onSubmit={form.submit(handleSubmit)}
      >
        {create.error ? <SaveFailure error={create.error} /> : null}
        <TextInput label={say('name')} required data-autofocus maxLength={120} {...form.field('name')} />
        <Radio.Group label={say('beginWith')} value={example} onChange={handleChoose}>
          <div className={classes.examples}>
            {choices.map(({ id, name: title, description, nodes }) => (
              <div key={id} className={classes.example}>
                <Radio
                  value={id}
                  label={title}
                  description={nodes > 0 ? `${description} ${say('nodeCount', { count: nodes })}` : description}
                />
              </div>
            ))}
          </div>
        </Radio.Group>
        {examples.isError ? (
          <Text size="xs" c="dimmed" role="alert">
            {say('noExamples')}
          </Text>
        ) : null}
        <Autocomplete label={say('folder')} description={say('folderHint')} maxLength={60} data={[...folders]} {...form.field('folder')} />
        {example === '' ? (
          <Select
            label={say('language')}
            description={say('languageHint')}
            searchable
            allowDeselect={false}
            data={languageOptions}
            comboboxProps={{ withinPortal: true }}
            {...nativeOptions}
            {...form.field('language')}
            onChange={(next) => next && form.change({ language: next })}
          />
        ) : null}
      </DialogForm>
    </Modal>
  );
}
