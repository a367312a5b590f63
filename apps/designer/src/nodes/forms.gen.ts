// Written by `npm run nodes` out of the folders beside it.
import { Form as messageText } from './message.text/form.tsx';
import { Form as messageMedia } from './message.media/form.tsx';
import { Form as messageButtons } from './message.buttons/form.tsx';
import { Form as messageList } from './message.list/form.tsx';
import { Form as messageTemplate } from './message.template/form.tsx';
import { Form as messageCard } from './message.card/form.tsx';
import { Form as messageLocation } from './message.location/form.tsx';
import { Form as inputText } from './input.text/form.tsx';
import { Form as inputNumber } from './input.number/form.tsx';
import { Form as inputDate } from './input.date/form.tsx';
import { Form as inputPhone } from './input.phone/form.tsx';
import { Form as inputEmail } from './input.email/form.tsx';
import { Form as inputChoice } from './input.choice/form.tsx';
import { Form as inputMedia } from './input.media/form.tsx';
import { Form as inputLocation } from './input.location/form.tsx';
import { Form as inputForm } from './input.form/form.tsx';
import { Form as logicCondition } from './logic.condition/form.tsx';
import { Form as logicSwitch } from './logic.switch/form.tsx';
import { Form as logicSplit } from './logic.split/form.tsx';
import { Form as logicWait } from './logic.wait/form.tsx';
import { Form as logicOpen } from './logic.open/form.tsx';
import { Form as logicLoop } from './logic.loop/form.tsx';
import { Form as logicGoto } from './logic.goto/form.tsx';
import { Form as logicStream } from './logic.stream/form.tsx';
import { Form as dataSet } from './data.set/form.tsx';
import { Form as dataCustomer } from './data.customer/form.tsx';
import { Form as dataSets } from './data.sets/form.tsx';
import { Form as dataHttp } from './data.http/form.tsx';
import { Form as dataQuery } from './data.query/form.tsx';
import { Form as dataSpeech } from './data.speech/form.tsx';
import { Form as talkSkill } from './talk.skill/form.tsx';
import { Form as talkKnowledge } from './talk.knowledge/form.tsx';
import { Form as talkDepartment } from './talk.department/form.tsx';
import { Form as talkEnd } from './talk.end/form.tsx';
import { Form as markMilestone } from './mark.milestone/form.tsx';
import { Form as markNote } from './mark.note/form.tsx';
import { Form as markEnd } from './mark.end/form.tsx';

export const forms = {
  'message.text': messageText,
  'message.media': messageMedia,
  'message.buttons': messageButtons,
  'message.list': messageList,
  'message.template': messageTemplate,
  'message.card': messageCard,
  'message.location': messageLocation,
  'input.text': inputText,
  'input.number': inputNumber,
  'input.date': inputDate,
  'input.phone': inputPhone,
  'input.email': inputEmail,
  'input.choice': inputChoice,
  'input.media': inputMedia,
  'input.location': inputLocation,
  'input.form': inputForm,
  'logic.condition': logicCondition,
  'logic.switch': logicSwitch,
  'logic.split': logicSplit,
  'logic.wait': logicWait,
  'logic.open': logicOpen,
  'logic.loop': logicLoop,
  'logic.goto': logicGoto,
  'logic.stream': logicStream,
  'data.set': dataSet,
  'data.customer': dataCustomer,
  'data.sets': dataSets,
  'data.http': dataHttp,
  'data.query': dataQuery,
  'data.speech': dataSpeech,
  'talk.skill': talkSkill,
  'talk.knowledge': talkKnowledge,
  'talk.department': talkDepartment,
  'talk.end': talkEnd,
  'mark.milestone': markMilestone,
  'mark.note': markNote,
  'mark.end': markEnd,
};
