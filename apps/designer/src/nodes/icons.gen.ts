// Written by `npm run nodes` out of the folders beside it.
import { Icon as messageText } from './message.text/icon.ts';
import { Icon as messageMedia } from './message.media/icon.ts';
import { Icon as messageButtons } from './message.buttons/icon.ts';
import { Icon as messageList } from './message.list/icon.ts';
import { Icon as messageTemplate } from './message.template/icon.ts';
import { Icon as messageCard } from './message.card/icon.ts';
import { Icon as messageLocation } from './message.location/icon.ts';
import { Icon as inputText } from './input.text/icon.ts';
import { Icon as inputNumber } from './input.number/icon.ts';
import { Icon as inputDate } from './input.date/icon.ts';
import { Icon as inputPhone } from './input.phone/icon.ts';
import { Icon as inputEmail } from './input.email/icon.ts';
import { Icon as inputChoice } from './input.choice/icon.ts';
import { Icon as inputMedia } from './input.media/icon.ts';
import { Icon as inputLocation } from './input.location/icon.ts';
import { Icon as inputForm } from './input.form/icon.ts';
import { Icon as logicCondition } from './logic.condition/icon.ts';
import { Icon as logicSwitch } from './logic.switch/icon.ts';
import { Icon as logicSplit } from './logic.split/icon.ts';
import { Icon as logicWait } from './logic.wait/icon.ts';
import { Icon as logicOpen } from './logic.open/icon.ts';
import { Icon as logicLoop } from './logic.loop/icon.ts';
import { Icon as logicGoto } from './logic.goto/icon.ts';
import { Icon as logicStream } from './logic.stream/icon.ts';
import { Icon as dataSet } from './data.set/icon.ts';
import { Icon as dataCustomer } from './data.customer/icon.ts';
import { Icon as dataSets } from './data.sets/icon.ts';
import { Icon as dataHttp } from './data.http/icon.ts';
import { Icon as dataQuery } from './data.query/icon.ts';
import { Icon as dataSpeech } from './data.speech/icon.ts';
import { Icon as talkSkill } from './talk.skill/icon.ts';
import { Icon as talkKnowledge } from './talk.knowledge/icon.ts';
import { Icon as talkDepartment } from './talk.department/icon.ts';
import { Icon as talkEnd } from './talk.end/icon.ts';
import { Icon as markMilestone } from './mark.milestone/icon.ts';
import { Icon as markNote } from './mark.note/icon.ts';
import { Icon as markEnd } from './mark.end/icon.ts';

export const icons = {
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
