"""Words by which a column is recognized: names of columns and of persons in English, German and Chinese, and a few codes.

These are plain tables. recognize.py reads the names of columns, identifiers.py the rest.
"""

from __future__ import annotations

# What a column may hold, in the words of a report and of a page.
KINDS = {
    'name': ('names of persons', '人名'), 'place': ('places', '地点'), 'zip': ('ZIP codes or other postcodes', '邮政编码'), 'date': ('dates', '日期'),
    'age': ('ages', '年龄'), 'phone': ('telephone numbers', '电话号码'), 'fax': ('fax numbers', '传真号码'), 'email': ('e-mail addresses', '电子邮件地址'),
    'ssn': ('US social security numbers', '美国社会安全号码'), 'citizen': ('Chinese identity numbers', '身份证号'),
    'tax': ('tax numbers', '税号'), 'insurance': ('German health insurance numbers', '德国医疗保险号'),
    'pension': ('German pension insurance numbers', '德国养老保险号'), 'iban': ('bank accounts (IBAN)', '银行账号（IBAN）'),
    'card': ('numbers of credit cards', '信用卡号'), 'uuid': ('codes such as UUIDs', 'UUID 一类的代码'), 'url': ('web addresses', '网址'),
    'ip': ('IP addresses', 'IP 地址'), 'biometric': ('biometric identifiers', '生物特征标识'), 'photo': ('photographs', '照片'),
    'text': ('free text, which may hold anything', '自由文本，可能含有任何内容'),
    **dict.fromkeys(('record', 'plan', 'account', 'license', 'vehicle', 'device', 'number'), ('an identifier', '标识符'))}

# Of a column's name, in small letters and without what stands between its words. A word ends the name (patient_name), and may have
# a word of NUMBERS or a digit behind it (phone 2). These say by themselves what the column holds.
SURELY = {
    'name': 'surname forename initials employer vorname nachname familienname geburtsname vornamen patientenname arbeitgeber',
    'place': 'street address city town county precinct parish district village neighborhood neighbourhood tract geocode lat lng lon'
             ' latitude longitude straße strasse adresse anschrift stadt ort wohnort wohnsitz gemeinde landkreis stadtteil bezirk'
             ' geburtsort hausnummer',
    'zip': 'zip zips zipcode zipcodes zip3 zip4 zip5 postcode postcodes postalcode',
    'date': 'date dates dob birthday birthdate deathdate datetime timestamp datum geburtsdatum geburtstag sterbedatum aufnahmedatum'
            ' entlassungsdatum entlassdatum',
    'age': 'age ages alter lebensalter agegroup ageyears altersgruppe',
    'phone': 'telephone phone mobile cellphone tel telefon handy mobiltelefon rufnummer telefonnummer handynummer mobilnummer',
    'fax': 'fax telefax faxnummer', 'email': 'email emailaddress emailadresse mailadresse',
    'ssn': 'ssn socialsecurity sozialversicherungsnummer svnr', 'pension': 'rentenversicherungsnummer rvnr',
    'citizen': 'personalausweisnummer nationalid idcard', 'tax': 'steuerid steueridentifikationsnummer steuernummer tin taxid taxpayer',
    'record': 'mrn medicalrecord patientennummer patientenid patientnummer fallnummer aktennummer aktenzeichen krankenaktennummer',
    'plan': 'hicn mbi versichertennummer versicherungsnummer krankenversichertennummer krankenversicherungsnummer kvnr policennummer',
    'account': 'account acct iban kontonummer konto kreditkarte kreditkartennummer kartennummer kundennummer rechnungsnummer creditcard',
    'license': 'license licence certificate passport permit führerschein führerscheinnummer reisepass reisepassnummer ausweisnummer',
    'vehicle': 'vin vehicle numberplate licenseplate licenceplate plate nummernschild fahrgestellnummer autokennzeichen',
    'device': 'device serial imei udi mac macaddress seriennummer gerätenummer',
    'url': 'url website webpage webaddress homepage webseite internetadresse', 'ip': 'ip ipaddress ipaddr ipv4 ipv6 ipadresse',
    'biometric': 'biometric biometrics fingerprint fingerprints voiceprint voiceprints retina irisscan dna genome genotype fingerabdruck',
    'photo': 'photo photos photograph photographs picture pictures image images face foto lichtbild passbild'}

# A name of a person is one only after these words, or alone: city_name and drug_name are not.
NAMED = ('first last full given family middle maiden patient patients person persons sur fore nick user mother mothers father fathers'
         ' spouse spouses employer employers physician physicians doctor')

# These may say it. If the column's values look like numbers of somebody, or a word of NUMBERS follows, they do.
PERHAPS = {
    'name': 'patient patients person client customer doctor physician nurse mother father spouse wife husband relative guardian owner'
            ' employee student teacher user member participant contact author patientin arzt hausarzt kunde mutter vater ehepartner',
    'place': 'residence place location birthplace community municipality suburb area home hometown living origin region herkunft',
    'date': 'born birth visit admitted admission discharged discharge seen onset month day week time geboren geburt besuch aufnahme'
            ' entlassung monat tag woche yearmonth',
    'zip': 'plz postal', 'phone': 'cell contact mobil kontakt whatsapp', 'email': 'mail contact kontakt', 'url': 'link web',
    'record': 'patient patients person client hospital case chart record records encounter admission visit episode stay subject'
              ' participant respondent individual employee student pid fall patientin akte proband',
    'plan': 'beneficiary bene member subscriber policy insurance insured plan medicare medicaid versicherung versicherter police',
    'account': 'invoice order transaction receipt customer card bank rechnung kunde auftrag bestellung',
    'device': 'pacemaker implant stent schrittmacher herzschrittmacher implantat gerät', 'vehicle': 'car kennzeichen fahrzeug',
    'license': 'ausweis zertifikat licence',
    'number': 'id ids identifier uid guid key kennung pseudonym token hash',
    'text': 'remark remarks note notes comment comments text freetext description narrative memo summary bemerkung bemerkungen anmerkung'
            ' kommentar notiz notizen freitext beschreibung'}

# Whose rows the rows of a table may be. A name of these, alone or before a word of NUMBERS, says that the column tells persons apart.
OWNERS = ('patient patients pat patnr patid patno person persons client customer subject participant respondent individual employee student member user pupil resident'
          ' beneficiary insured tenant donor pid mrn patientin kunde kundin proband probandin versicherter mitarbeiter schüler bewohner mitglied'
          ' 患者 病人 客户 员工 学生 会员')
OWNERS_INSIDE = '患者编号 病人编号 身份证 patientennummer patientennr patientenid versichertennummer kundennummer'

# Names of columns whose values stay the same as long as a person lives, and after it.
UNCHANGING = ('sex gender bloodtype bloodgroup birthplace placeofbirth birthcountry countryofbirth nativecountry dob birthday birthdate dateofbirth birthyear'
              ' yearofbirth yob born deathdate dateofdeath'
              ' geschlecht blutgruppe geburtsdatum geburtstag geburtsjahr geburtsort geburtsland geboren sterbedatum'
              ' 性别 血型 出生日期 出生年月 出生年份 生日 出生地 籍贯')

NUMBERS = 'number numbers no nr num nummer id ids key code identifier identification nummern kennung'

# Chinese words and German endings, wherever they stand in a name. Sure ones, then those that may.
INSIDE = {
    'name': '姓名 名字 联系人 曾用名', 'place': '地址 住址 城市 区县 街道 乡镇 出生地 籍贯 户籍 居住地', 
    'date': '日期 生日 datum geburtstag', 'age': '年龄 月龄 日龄 周龄 岁数', 'phone': '电话 手机 telefon handynummer', 'fax': '传真',
    'email': '邮箱 电子邮件', 'ssn': '社会保障号 社保号', 'citizen': '身份证 证件号 居民证', 'record': '病历号 病案号 住院号 门诊号 就诊号 患者编号 病人编号'
    ' patientennummer patientennr', 'plan': '医保号 医保卡 参保号 保险号 保单号 versichertennummer', 'account': '账号 账户 帐号 银行卡 卡号 发票号 订单号'
    ' kontonummer kundennummer', 'license': '驾照 驾驶证 护照 证书编号', 'vehicle': '车牌 车架号', 'device': '设备号 序列号 seriennummer',
    'url': '网址', 'ip': 'ip地址', 'biometric': '指纹 声纹 虹膜 基因', 'photo': '照片 图片 头像'}
PERHAPS_INSIDE = {'zip': '邮编 邮政编码 postleitzahl',
                  'name': '患者 病人 家属 医生', 'place': '地点 地区', 'date': '出生 时间 入院 出院', 'device': '起搏器 设备', 'plan': '医保 保险',
                  'account': '发票 订单', 'phone': '联系方式', 'record': '患者 病人 病历 病案', 'text': '备注 说明 描述 病史 主诉',
                  'tax': 'steuer', 'number': '编号 号码 序号'}

# Names of columns that hold measures and years: with values that look so they tell nothing of the kinds above.
MEASURES = ('income salary wage wages earnings weight height bmi hours days weeks hoursperweek capitalgain capitalloss children kids siblings'
            ' score points price cost costs amount duration distance dose temperature pressure pulse percent percentage share ratio gain'
            ' loss educationnum finalweight fnlwgt visits'
            ' einkommen gehalt lohn gewicht größe kinder kinderzahl stunden tage dauer kosten betrag preis anzahl punkte temperatur dosis'
            ' 收入 工资 体重 身高 子女数 天数 费用 金额 温度 剂量 血压 评分')
YEARS = 'year years jahr 年份'

MONTHS = 'month months mo mos mon monate monaten 月龄'       # in the name of a column of ages
WEEKS, DAYS = 'week weeks woche wochen 周龄', 'day days tag tage tagen 日龄'

# Values that are categories by themselves.
HARMLESS = frozenset((
    'm f w d x male female man woman men women boy girl other divers diverse unknown none yes no y n true false ja nein j positive negative'
    ' single married divorced widowed separated never-married ledig verheiratet geschieden verwitwet männlich weiblich mann frau'
    ' low medium high mild moderate severe normal abnormal small large white black asian left right both'
    ' 男 女 是 否 有 无 阳性 阴性 未婚 已婚 离异 丧偶 高 中 低').split())

FIRST_NAMES = frozenset((
    'james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony mark donald steven paul'
    ' andrew joshua kenneth kevin brian george edward ronald timothy jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry'
    ' justin scott brandon benjamin samuel gregory frank alexander raymond patrick jack dennis jerry tyler aaron jose henry adam douglas'
    ' nathan peter zachary kyle walter harold jeremy ethan carl keith roger gerald christian terry sean arthur austin noah lawrence jesse'
    ' joe bryan billy bruce albert willie gabriel logan alan juan wayne roy ralph randy eugene vincent russell louis bobby philip johnny'
    ' mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty margaret sandra ashley kimberly emily donna'
    ' michelle carol amanda dorothy melissa deborah stephanie rebecca sharon laura cynthia kathleen amy angela shirley anna brenda pamela'
    ' emma nicole helen samantha katherine christine debra rachel carolyn janet catherine maria heather diane ruth julie olivia joyce'
    ' virginia victoria kelly lauren christina joan evelyn judith megan andrea cheryl hannah jacqueline martha gloria teresa ann anne sara'
    ' madison frances kathryn janice jean abigail alice julia judy sophia grace denise amber doris marilyn danielle beverly isabella'
    ' theresa diana natalie brittany charlotte marie kayla alexis lori bob tom jim bill mike dave dan sam ben kate jane eve ella mia lucy'
    ' carlos luis oliver harry jake lucas leo max oscar liam mohammed ahmed ali fatima omar hassan aisha ivan olga natasha'
    ' hans peter klaus wolfgang jürgen juergen uwe bernd dieter günter guenter horst helmut manfred stefan andreas matthias markus sven'
    ' torsten thorsten jens frank ralf holger dirk jörg joerg rainer heinz karl kurt werner gerhard walter ernst otto friedrich heinrich'
    ' hermann wilhelm johann johannes lukas jonas felix finn paul leon elias moritz anton emil jakob niklas tim jan tobias florian sebastian'
    ' ursula monika petra sabine renate helga karin brigitte ingrid gisela erika christa elke gabriele susanne claudia birgit heike'
    ' martina andrea anja katrin kathrin silke ute angelika marion jutta bärbel hannelore gertrud hildegard ilse irmgard elfriede lieselotte'
    ' lena lea leonie sophie johanna clara klara ida frieda greta mathilda luise lisa sarah katharina franziska julia nina eva heidi inge'
    ' wei fang ming jing lei yang li xiao hong').split())

SURNAMES = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文'

PROVINCES = frozenset('11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83'.split())

IBAN_LENGTHS = {
    'AD': 24, 'AE': 23, 'AL': 28, 'AT': 20, 'AZ': 28, 'BA': 20, 'BE': 16, 'BG': 22, 'BH': 22, 'BR': 29, 'BY': 28, 'CH': 21, 'CR': 22,
    'CY': 28, 'CZ': 24, 'DE': 22, 'DK': 18, 'DO': 28, 'EE': 20, 'EG': 29, 'ES': 24, 'FI': 18, 'FO': 18, 'FR': 27, 'GB': 22, 'GE': 22,
    'GI': 23, 'GL': 18, 'GR': 27, 'GT': 28, 'HR': 21, 'HU': 28, 'IE': 22, 'IL': 23, 'IS': 26, 'IT': 27, 'JO': 30, 'KW': 30, 'KZ': 20,
    'LB': 28, 'LI': 21, 'LT': 20, 'LU': 20, 'LV': 21, 'MC': 27, 'MD': 24, 'ME': 22, 'MK': 19, 'MR': 27, 'MT': 31, 'MU': 30, 'NL': 18,
    'NO': 15, 'PK': 24, 'PL': 28, 'PS': 29, 'PT': 25, 'QA': 29, 'RO': 24, 'RS': 22, 'SA': 24, 'SE': 24, 'SI': 19, 'SK': 24, 'SM': 27,
    'TN': 24, 'TR': 26, 'UA': 29, 'VA': 22, 'VG': 24, 'XK': 20}
