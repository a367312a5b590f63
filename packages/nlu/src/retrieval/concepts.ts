import { foldSound } from '../entity/sound.ts';
import { stemWord } from './stem.ts';

/**
 * Words that people use for each other when they ask about a product, a service or a rule; each line is one thing. Common verbs and nouns alone: a
 * document's own terms are found by themselves. Written for this package.
 */
const lines = `
create found start begin establish invent originate launch initiate
finish end stop terminate quit cease
remove delete uninstall erase clear discard
add insert append include attach
buy purchase order
cost price fee charge rate tariff
pay payment
return refund reimburse
send ship deliver dispatch mail post
get obtain receive acquire
download fetch retrieve
change modify edit alter adjust customize
replace exchange swap replacement substitute
repair fix mend correct
break damage defect fault faulty broken
error problem issue trouble failure malfunction
fail crash
clean wash wipe rinse
switch turn toggle
enable activate
disable deactivate
connect attach plug link join
disconnect detach unplug
open unlock
close shut
lock block
choose select pick
show display view list
see look
check verify test inspect examine
search look find locate
save store keep
copy duplicate backup
move transfer
install setup
update upgrade refresh
build compile construct
run execute launch
print output
write author compose
read
allow permit enable let
forbid prohibit ban
must require need mandatory necessary compulsory
may allowed permitted
contact call phone reach telephone
help support assistance service
ask question request
answer reply respond
complain complaint
cancel abort revoke
book reserve reservation booking
register enroll registration sign
join enter
leave exit quit
big large size
small little tiny
wide width broad
high height tall
deep depth
long length
heavy weight weigh
quick fast speed rapid
slow
hot heat warm temperature
cold cool
safe secure security safety
danger dangerous hazard risk
child kid children
customer client user
person people member
employee worker staff
boss manager head chief director
company firm enterprise organisation organization
house home
car vehicle
picture image photo photograph
movie film video
shop store
doctor physician
medicine drug
illness disease sickness
money amount sum
discount rebate reduction
bill invoice receipt
guarantee warranty
rule regulation policy guideline
law legal
permission authorisation authorization
fine penalty
deadline due
duration period
year annual yearly
month monthly
week weekly
day daily
begin commence
size dimension measurement
number count amount quantity
part component piece
kind sort type category
name title
goal aim purpose objective
use usage utilize employ
make produce manufacture
different difference differ
same identical equal
important essential crucial
main primary principal chief
new recent latest newest current
old outdated obsolete
free gratis
folder directory
file document
program application software app
command instruction
option flag switch
setting configuration preference configure
password passcode
login logon signin
account profile
screen monitor display
key button
electricity power mains current
electrician
water liquid
light lamp bulb
door gate
battery accumulator cell
cable cord wire lead
noise sound loud
smell odour odor
pupil student
teacher instructor
school college university
book volume
holiday vacation leave
maintain maintenance upkeep
manual handbook guide documentation
website site homepage
address location
near close nearby
symbol sign icon
explain describe describes explanation
define definition
pronounce say pronunciation
abbreviation acronym
belong own owner
produce generate
automatic automatically
manual manually
किताब पुस्तक ग्रंथ
शुल्क फीस फ़ीस दाम कीमत मूल्य किराया
जुर्माना दंड विलंब
खोना गुम
छात्र विद्यार्थी
बच्चा बाल शिशु
समय वक्त टाइम
दिन दिवस
साल वर्ष वार्षिक
महीना माह मासिक
मदद सहायता
दुकान स्टोर
नियम क़ानून शर्त
खुलना शुरू
बंद समाप्त
मरम्मत सुधार ठीक
ख़राब खराब दोष त्रुटि गड़बड़ी
साफ़ सफाई धोना
पानी जल
बिजली विद्युत
तापमान ताप गर्मी
गारंटी वारंटी
रद्द निरस्त
पैसा रुपया राशि भुगतान
जगह स्थान
घर मकान
फ़ोन फोन दूरभाष संपर्क
मालिक स्वामी
अध्यक्ष प्रमुख मुख्य
बदलना परिवर्तन
हटाना निकालना
दवा औषधि
डॉक्टर चिकित्सक
`;

const toStem = (word: string): string =>
  foldSound(
    stemWord(
      word
        .normalize('NFKC')
        .toLowerCase()
        .replace(/\u093c/g, '')
        .replace(/ँ/g, 'ं'),
    ),
  );

const byStem = new Map<string, string[]>();
for (const [at, line] of lines.trim().split('\n').entries())
  for (const stem of new Set(line.split(' ').map(toStem))) byStem.set(stem, [...(byStem.get(stem) ?? []), `~${at}`]);

/** Returns the concepts that a stem may stand for, as names that no word has; most words stand for themselves alone. */
export const conceptsOf = (stem: string): readonly string[] => byStem.get(stem) ?? [];
