// Written by `npm run nodes` out of the folders beside it.
import messageText from './message.text/words.hi.json';
import messageMedia from './message.media/words.hi.json';
import messageButtons from './message.buttons/words.hi.json';
import messageList from './message.list/words.hi.json';
import messageTemplate from './message.template/words.hi.json';
import messageCard from './message.card/words.hi.json';
import messageLocation from './message.location/words.hi.json';
import inputText from './input.text/words.hi.json';
import inputNumber from './input.number/words.hi.json';
import inputDate from './input.date/words.hi.json';
import inputPhone from './input.phone/words.hi.json';
import inputEmail from './input.email/words.hi.json';
import inputChoice from './input.choice/words.hi.json';
import inputMedia from './input.media/words.hi.json';
import inputLocation from './input.location/words.hi.json';
import inputForm from './input.form/words.hi.json';
import logicCondition from './logic.condition/words.hi.json';
import logicSwitch from './logic.switch/words.hi.json';
import logicSplit from './logic.split/words.hi.json';
import logicWait from './logic.wait/words.hi.json';
import logicOpen from './logic.open/words.hi.json';
import logicLoop from './logic.loop/words.hi.json';
import logicGoto from './logic.goto/words.hi.json';
import logicStream from './logic.stream/words.hi.json';
import dataSet from './data.set/words.hi.json';
import dataCustomer from './data.customer/words.hi.json';
import dataSets from './data.sets/words.hi.json';
import dataHttp from './data.http/words.hi.json';
import dataQuery from './data.query/words.hi.json';
import dataSpeech from './data.speech/words.hi.json';
import talkSkill from './talk.skill/words.hi.json';
import talkKnowledge from './talk.knowledge/words.hi.json';
import talkDepartment from './talk.department/words.hi.json';
import talkEnd from './talk.end/words.hi.json';
import markMilestone from './mark.milestone/words.hi.json';
import markNote from './mark.note/words.hi.json';
import markEnd from './mark.end/words.hi.json';

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
