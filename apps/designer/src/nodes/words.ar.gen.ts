// Written by `npm run nodes` out of the folders beside it.
import messageText from './message.text/words.ar.json';
import messageMedia from './message.media/words.ar.json';
import messageButtons from './message.buttons/words.ar.json';
import messageList from './message.list/words.ar.json';
import messageTemplate from './message.template/words.ar.json';
import messageCard from './message.card/words.ar.json';
import messageLocation from './message.location/words.ar.json';
import inputText from './input.text/words.ar.json';
import inputNumber from './input.number/words.ar.json';
import inputDate from './input.date/words.ar.json';
import inputPhone from './input.phone/words.ar.json';
import inputEmail from './input.email/words.ar.json';
import inputChoice from './input.choice/words.ar.json';
import inputMedia from './input.media/words.ar.json';
import inputLocation from './input.location/words.ar.json';
import inputForm from './input.form/words.ar.json';
import logicCondition from './logic.condition/words.ar.json';
import logicSwitch from './logic.switch/words.ar.json';
import logicSplit from './logic.split/words.ar.json';
import logicWait from './logic.wait/words.ar.json';
import logicOpen from './logic.open/words.ar.json';
import logicLoop from './logic.loop/words.ar.json';
import logicGoto from './logic.goto/words.ar.json';
import logicStream from './logic.stream/words.ar.json';
import dataSet from './data.set/words.ar.json';
import dataCustomer from './data.customer/words.ar.json';
import dataSets from './data.sets/words.ar.json';
import dataHttp from './data.http/words.ar.json';
import dataQuery from './data.query/words.ar.json';
import dataSpeech from './data.speech/words.ar.json';
import talkSkill from './talk.skill/words.ar.json';
import talkKnowledge from './talk.knowledge/words.ar.json';
import talkDepartment from './talk.department/words.ar.json';
import talkEnd from './talk.end/words.ar.json';
import markMilestone from './mark.milestone/words.ar.json';
import markNote from './mark.note/words.ar.json';
import markEnd from './mark.end/words.ar.json';

export const words = {
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
