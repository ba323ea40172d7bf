/** The most common English words, the most common first. Suggestions that are among them are the likelier ones. */
const english = `
the be to of and a in that have it is for not on was with he as you do at this but his by from they we say her she or
an are will my one all would there their what so up out if about who get which go me when make can like time no just
him know take people into year your good some could them see other than then now look only come its over think also
back after use two how our work first well way even new want because any these give day most us had has were been said
did more very much many such where why here should must may might each every both few own same too still never always
again last long great little old right big high small large next early young important public bad able man woman child
world life hand part place case week company system program question government number night point home water room
mother area money story fact month lot study book eye job word words business issue side kind head house service friend
father power hour game line end member law car city community name president team minute idea body information nothing
face others level office door health person art war history party result change morning reason research girl guy moment
air teacher force education foot boy age policy everything process music market sense nation plan college interest
death experience effect class control field development role effort rate heart drug show leader light voice wife police
mind difference period value behavior building action activity society paper space ground form event official matter
center couple site project base situation cost industry figure street image phone data picture practice piece land
product doctor wall patient worker news test movie north love step support need try ask feel become leave call put mean
keep let begin seem help talk turn start run move live believe hold bring happen write provide sit stand lose pay meet
include continue set learn lead understand watch follow stop create speak read allow add spend grow open walk win offer
remember consider appear buy wait serve die send expect build stay fall cut reach kill remain suggest raise pass sell
require report decide pull find tell does done going being made came went got took found told knew thought felt left
looked asked seemed called used made wrote written read known given shown between under through during before without
against within around however though although while since until toward among across behind beyond upon above below near
per yes really already often together enough yet almost perhaps maybe probably actually usually sometimes quite ever far
away rather especially certainly clearly simply finally recently quickly soon later today tomorrow yesterday tonight
else something anything someone everyone another different whole true real full free special clear sure certain easy
hard strong possible likely available short single common poor main better best worse second third half several three
four five six seven eight nine ten hundred thousand million language letter page chapter paragraph sentence text
document file folder section table list link note title author writer reader editor version draft question answer
example problem subject object language English meaning purpose beginning middle country state school student family
group hello thanks thank please sorry dear white black red blue green brown dark cold hot warm
receive separate definitely necessary beautiful government friend weird believe achieve receive until which really
their there they're don't can't won't isn't doesn't didn't wasn't it's that's I'm you're we're I've
`;

/** The place of each common English word in their order, in lower case. */
export const commonEnglish: ReadonlyMap<string, number> = new Map(
  [...new Set(english.toLowerCase().trim().split(/\s+/))].map((word, place) => [word, place]),
);
