import { ActionIcon, Checkbox, Pill, Table, Text, TextInput } from '@mantine/core';
import { IconMessageQuestion, IconTrash } from '@tabler/icons-react';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { changeParameter, checkParameterName, type DraftParameter, type IntentDraft, removeParameter } from './intent-draft.ts';
import classes from './intents.module.css';
import { markStyle, parameterColor } from './parameter-color.ts';
import { openPrompts } from './prompts-form.tsx';

export type ParameterPanelProps = {
  draft: IntentDraft;
  /** The parameter that the last save stumbled over. */
  bareKey: number | undefined;
  onChange: (edit: (draft: IntentDraft) => IntentDraft) => void;
};

/** The intent's parameters, which its answer needs: one row each. */
export function ParameterPanel({ draft, bareKey, onChange }: ParameterPanelProps) {
  const say = useWords(botWords.intent);
  const { parameters } = draft;
  const change = (key: number, part: Partial<DraftParameter>) => onChange((old) => changeParameter(old, key, part));
  const nameFault = (parameter: DraftParameter) => {
    const fault = checkParameterName(draft, parameter);
    return fault && say(fault === 'empty' ? 'nameEmpty' : 'nameTaken');
  };

  const handlePrompts = async ({ key, name, prompts }: DraftParameter) => {
    const next = await openPrompts(name, prompts);
    if (next) change(key, { prompts: next });
  };
  const handleDeletePrompt = async ({ key, prompts }: DraftParameter, prompt: string) => {
    if (await confirmDelete('deletePrompt', prompt)) change(key, { prompts: prompts.filter((other) => other !== prompt) });
  };
  const handleDelete = async ({ key, name }: DraftParameter) => {
    if (!(await confirmDelete('deleteEntity', name))) return;
    onChange((old) => removeParameter(old, key));
    showToast('success', botWords.entityTexts('deletedParameter'));
  };

  return (
    <>
      <div className={classes.panelHead}>
        <h2>{say('parameters')}</h2>
      </div>
      <Text size="xs" c="dimmed" px={14} pb={10}>
        {say('parametersHint')}
      </Text>
      <Table.ScrollContainer minWidth={420} type="native" scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table className={classes.parameters} aria-label={say('parameters')}>
          <Table.Thead>
            <Table.Tr>
              {(['required', 'parameterName', 'entity', 'prompts', 'value', 'option'] as const).map((column) => (
                <Table.Th key={column}>{say(column)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {parameters.map((parameter) => {
              const { key, name } = parameter;
              const isBare = key === bareKey && parameter.prompts.length === 0;
              return (
                <Table.Tr key={key}>
                  <Table.Td>
                    <Checkbox
                      size="xs"
                      aria-label={say('requiredOf', { name })}
                      checked={parameter.required}
                      onChange={(event) => change(key, { required: event.currentTarget.checked })}
                    />
                  </Table.Td>
                  <Table.Td>
                    <TextInput
                      size="xs"
                      miw={72}
                      aria-label={say('nameOf', { name: parameter.entityName })}
                      maxLength={100}
                      value={name}
                      error={nameFault(parameter)}
                      onChange={(event) => change(key, { name: event.currentTarget.value })}
                    />
                  </Table.Td>
                  <Table.Td>
                    <span className={classes.entityName} style={markStyle(parameterColor(parameters, parameter))}>
                      {parameter.entityName}
                    </span>
                  </Table.Td>
                  <Table.Td>
                    <div className={classes.prompts}>
                      {parameter.prompts.map((prompt) => (
                        <Pill
                          key={prompt}
                          size="sm"
                          classNames={{ root: classes.prompt ?? '', label: classes.promptWords ?? '' }}
                          withRemoveButton
                          removeButtonProps={{
                            'aria-label': say('deletePrompt', { prompt }),
                            'aria-hidden': false,
                            tabIndex: 0,
                          }}
                          onRemove={() => void handleDeletePrompt(parameter, prompt)}
                        >
                          {prompt}
                        </Pill>
                      ))}
                      {parameter.prompts.length === 0 ? (
                        <Text size="xs" c={isBare ? 'var(--mantine-color-error)' : 'dimmed'} role={isBare ? 'alert' : undefined}>
                          {isBare ? botWords.intentTexts('promptEmpty') : say('noPrompt')}
                        </Text>
                      ) : null}
                    </div>
                  </Table.Td>
                  <Table.Td>
                    <TextInput
                      size="xs"
                      miw={56}
                      aria-label={say('valueOf', { name })}
                      maxLength={1000}
                      value={parameter.value}
                      onChange={(event) => change(key, { value: event.currentTarget.value })}
                    />
                  </Table.Td>
                  <Table.Td>
                    <div className={classes.rowActions}>
                      <ActionIcon size="sm" aria-label={say('editPrompts', { name })} onClick={() => void handlePrompts(parameter)}>
                        <IconMessageQuestion size={15} />
                      </ActionIcon>
                      <ActionIcon size="sm" aria-label={say('deleteParameter', { name })} onClick={() => void handleDelete(parameter)}>
                        <IconTrash size={15} />
                      </ActionIcon>
                    </div>
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}
