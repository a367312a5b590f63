import type { NodeType } from '@parley/journey';
import { CustomerForm, HttpForm, QueryForm, SetForm, SetsForm, SpeechForm } from './data-forms.tsx';
import type { NodeForm } from './form.types.ts';
import {
  ChoiceInputForm,
  DateInputForm,
  EmailInputForm,
  FormInputForm,
  LocationInputForm,
  MediaInputForm,
  NumberInputForm,
  PhoneInputForm,
  TextInputForm,
} from './input-forms.tsx';
import { ConditionForm, GotoForm, LoopForm, OpenForm, SplitForm, StreamForm, SwitchForm, WaitForm } from './logic-forms.tsx';
import { ButtonsForm, CardForm, ListForm, LocationForm, MediaForm, TemplateForm, TextForm } from './message-forms.tsx';
import { DepartmentForm, EndChatForm, EndForm, KnowledgeForm, MilestoneForm, NoteForm, SkillForm } from './talk-forms.tsx';

/** Form of each type of node. */
export const nodeForms: { [Type in NodeType]: NodeForm<Type> } = {
  'message.text': TextForm,
  'message.media': MediaForm,
  'message.buttons': ButtonsForm,
  'message.list': ListForm,
  'message.template': TemplateForm,
  'message.card': CardForm,
  'message.location': LocationForm,
  'input.text': TextInputForm,
  'input.number': NumberInputForm,
  'input.date': DateInputForm,
  'input.phone': PhoneInputForm,
  'input.email': EmailInputForm,
  'input.choice': ChoiceInputForm,
  'input.media': MediaInputForm,
  'input.location': LocationInputForm,
  'input.form': FormInputForm,
  'logic.condition': ConditionForm,
  'logic.switch': SwitchForm,
  'logic.split': SplitForm,
  'logic.wait': WaitForm,
  'logic.open': OpenForm,
  'logic.loop': LoopForm,
  'logic.goto': GotoForm,
  'logic.stream': StreamForm,
  'data.set': SetForm,
  'data.customer': CustomerForm,
  'data.sets': SetsForm,
  'data.http': HttpForm,
  'data.query': QueryForm,
  'data.speech': SpeechForm,
  'talk.skill': SkillForm,
  'talk.knowledge': KnowledgeForm,
  'talk.department': DepartmentForm,
  'talk.end': EndChatForm,
  'mark.milestone': MilestoneForm,
  'mark.note': NoteForm,
  'mark.end': EndForm,
};
