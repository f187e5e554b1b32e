"""Words by which a column is recognized, in English, German and Chinese, and a few codes.

They are names of columns and of persons, and words of categories. These are plain tables.
column_names.py reads the names and the words of columns, identifiers.py the rest.
"""

from __future__ import annotations

# What a column may hold, in the words of a report and of a page.
KINDS = {
    'name': ('names of persons', '人名'),
    'place': ('places', '地点'),
    'zip': ('ZIP codes or other postcodes', '邮政编码'),
    'date': ('dates', '日期'),
    'age': ('ages', '年龄'),
    'phone': ('telephone numbers', '电话号码'),
    'fax': ('fax numbers', '传真号码'),
    'email': ('e-mail addresses', '电子邮件地址'),
    'ssn': ('US social security numbers', '美国社会安全号码'),
    'citizen': ('Chinese identity numbers', '身份证号'),
    'tax': ('tax numbers', '税号'),
    'insurance': ('German health insurance numbers', '德国医疗保险号'),
    'pension': ('German pension insurance numbers', '德国养老保险号'),
    'iban': ('bank accounts (IBAN)', '银行账号（IBAN）'),
    'card': ('numbers of credit cards', '信用卡号'),
    'uuid': ('codes such as UUIDs', 'UUID 一类的代码'),
    'url': ('web addresses', '网址'),
    'ip': ('IP addresses', 'IP 地址'),
    'biometric': ('biometric identifiers', '生物特征标识'),
    'photo': ('photographs', '照片'),
    'text': ('free text, which may hold anything', '自由文本，可能含有任何内容'),
    **dict.fromkeys(
        ('record', 'plan', 'account', 'license', 'vehicle', 'device', 'number'),
        ('an identifier', '标识符'))}

# Of a column's name, in small letters and without what stands between its words. A word ends the
# name (patient_name), and may have a word of NUMBERS or a digit behind it (phone 2). These say by
# themselves what the column holds.
SURELY = {
    'name': '''
        surname forename initials employer vorname nachname familienname geburtsname vornamen
        patientenname arbeitgeber''',
    'place': '''
        street address city town county precinct parish district village neighborhood neighbourhood
        tract geocode lat lng lon latitude longitude straße strasse adresse anschrift stadt ort
        wohnort wohnsitz gemeinde landkreis stadtteil bezirk geburtsort hausnummer''',
    'zip': 'zip zips zipcode zipcodes zip3 zip4 zip5 postcode postcodes postalcode',
    'date': '''
        date dates dob birthday birthdate deathdate datetime timestamp datum geburtsdatum geburtstag
        sterbedatum aufnahmedatum entlassungsdatum entlassdatum''',
    'age': 'age ages alter lebensalter agegroup ageyears altersgruppe',
    'phone': '''
        telephone phone mobile cellphone tel telefon handy mobiltelefon rufnummer telefonnummer
        handynummer mobilnummer''',
    'fax': 'fax telefax faxnummer',
    'email': 'email emailaddress emailadresse mailadresse',
    'ssn': 'ssn socialsecurity sozialversicherungsnummer svnr',
    'pension': 'rentenversicherungsnummer rvnr',
    'citizen': 'personalausweisnummer nationalid idcard',
    'tax': 'steuerid steueridentifikationsnummer steuernummer tin taxid taxpayer',
    'record': '''
        mrn medicalrecord patientennummer patientenid patientnummer fallnummer aktennummer
        aktenzeichen krankenaktennummer''',
    'plan': '''
        hicn mbi versichertennummer versicherungsnummer krankenversichertennummer
        krankenversicherungsnummer kvnr policennummer''',
    'account': '''
        account acct iban kontonummer konto kreditkarte kreditkartennummer kartennummer kundennummer
        rechnungsnummer creditcard''',
    'license': '''
        license licence certificate passport permit führerschein führerscheinnummer reisepass
        reisepassnummer ausweisnummer''',
    'vehicle': '''
        vin vehicle numberplate licenseplate licenceplate plate nummernschild fahrgestellnummer
        autokennzeichen''',
    'device': 'device serial imei udi mac macaddress seriennummer gerätenummer',
    'url': 'url website webpage webaddress homepage webseite internetadresse',
    'ip': 'ip ipaddress ipaddr ipv4 ipv6 ipadresse',
    'biometric': '''
        biometric biometrics fingerprint fingerprints voiceprint voiceprints retina irisscan dna
        genome genotype fingerabdruck''',
    'photo': '''
        photo photos photograph photographs picture pictures image images face foto lichtbild
        passbild'''}

# A name of a person is one only after these words, or alone: city_name and drug_name are not.
NAMED = '''
    first last full given family middle maiden patient patients person persons sur fore nick user
    mother mothers father fathers spouse spouses employer employers physician physicians doctor'''

# These may say it. If the column's values look like numbers of somebody, or a word of NUMBERS
# follows, they do.
PERHAPS = {
    'name': '''
        patient patients person client customer doctor physician nurse mother father spouse wife
        husband relative guardian owner employee student teacher user member participant contact
        author
        patientin arzt hausarzt kunde mutter vater ehepartner''',
    'place': '''
        residence place location birthplace community municipality suburb area home hometown living
        origin region herkunft''',
    'date': '''
        born birth visit admitted admission discharged discharge seen onset month day week time
        geboren geburt besuch aufnahme entlassung monat tag woche yearmonth''',
    'zip': 'plz postal',
    'phone': 'cell contact mobil kontakt whatsapp',
    'email': 'mail contact kontakt',
    'url': 'link web',
    'record': '''
        patient patients person client hospital case chart record records encounter admission visit
        episode stay subject participant respondent individual employee student pid fall patientin
        akte proband''',
    'plan': '''
        beneficiary bene member subscriber policy insurance insured plan medicare medicaid
        versicherung versicherter police''',
    'account': '''
        invoice order transaction receipt customer card bank rechnung kunde auftrag bestellung''',
    'device': 'pacemaker implant stent schrittmacher herzschrittmacher implantat gerät',
    'vehicle': 'car kennzeichen fahrzeug',
    'license': 'ausweis zertifikat licence',
    'number': 'id ids identifier uid guid key kennung pseudonym token hash',
    'text': '''
        remark remarks note notes comment comments text freetext description narrative memo summary
        bemerkung bemerkungen anmerkung kommentar notiz notizen freitext beschreibung'''}

# Whose rows the rows of a table may be. A name of these, alone or before a word of NUMBERS, says
# that the column tells persons apart.
OWNERS = '''
    patient patients pat patnr patid patno person persons client customer subject participant
    respondent individual employee student member user pupil resident beneficiary insured tenant
    donor pid mrn patientin kunde kundin proband probandin versicherter mitarbeiter schüler bewohner
    mitglied
    患者 病人 客户 员工 学生 会员'''
OWNERS_INSIDE = '''
    患者编号 病人编号 身份证 patientennummer patientennr patientenid versichertennummer kundennummer'''

# Names of columns whose values stay the same as long as a person lives, and after it.
UNCHANGING = '''
    sex gender bloodtype bloodgroup birthplace placeofbirth birthcountry countryofbirth
    nativecountry dob birthday birthdate dateofbirth birthyear yearofbirth yob born deathdate
    dateofdeath
    geschlecht blutgruppe geburtsdatum geburtstag geburtsjahr geburtsort geburtsland geboren
    sterbedatum
    性别 血型 出生日期 出生年月 出生年份 生日 出生地 籍贯'''

NUMBERS = '''
    number numbers no nr num nummer id ids key code identifier identification nummern kennung'''

# Chinese words and German endings, wherever they stand in a name. Sure ones, then those that may.
INSIDE = {
    'name': '姓名 名字 联系人 曾用名',
    'place': '地址 住址 城市 区县 街道 乡镇 出生地 籍贯 户籍 居住地',
    'date': '日期 生日 datum geburtstag',
    'age': '年龄 月龄 日龄 周龄 岁数',
    'phone': '电话 手机 telefon handynummer',
    'fax': '传真',
    'email': '邮箱 电子邮件',
    'ssn': '社会保障号 社保号',
    'citizen': '身份证 证件号 居民证',
    'record': '''
        病历号 病案号 住院号 门诊号 就诊号 患者编号 病人编号
        patientennummer patientennr''',
    'plan': '医保号 医保卡 参保号 保险号 保单号 versichertennummer',
    'account': '账号 账户 帐号 银行卡 卡号 发票号 订单号 kontonummer kundennummer',
    'license': '驾照 驾驶证 护照 证书编号',
    'vehicle': '车牌 车架号',
    'device': '设备号 序列号 seriennummer',
    'url': '网址',
    'ip': 'ip地址',
    'biometric': '指纹 声纹 虹膜 基因',
    'photo': '照片 图片 头像'}
PERHAPS_INSIDE = {
    'zip': '邮编 邮政编码 postleitzahl',
    'name': '患者 病人 家属 医生',
    'place': '地点 地区',
    'date': '出生 时间 入院 出院',
    'device': '起搏器 设备',
    'plan': '医保 保险',
    'account': '发票 订单',
    'phone': '联系方式',
    'record': '患者 病人 病历 病案',
    'text': '备注 说明 描述 病史 主诉',
    'tax': 'steuer',
    'number': '编号 号码 序号'}

# Names of columns that hold measures and years: with values that look so they tell nothing of the
# kinds above.
MEASURES = '''
    income salary wage wages earnings weight height bmi hours days weeks hoursperweek capitalgain
    capitalloss children kids siblings score points price cost costs amount duration distance dose
    temperature pressure pulse percent percentage share ratio gain loss educationnum finalweight
    fnlwgt visits
    einkommen gehalt lohn gewicht größe kinder kinderzahl stunden tage dauer kosten betrag preis
    anzahl punkte temperatur dosis
    收入 工资 体重 身高 子女数 天数 费用 金额 温度 剂量 血压 评分'''
YEARS = 'year years jahr 年份'

# In the name of a column of numbers.
COUNTED_MONTHS = 'month months monat monate monaten mois meses 月份 月数 月龄'

# In the name of a column of ages.
MONTHS = 'month months mo mos mon monate monaten 月龄'
WEEKS = 'week weeks woche wochen 周龄'
DAYS = 'day days tag tage tagen 日龄'

# Values that say whether there is something.
FLAGS = frozenset(
    'yes no y n true false ja nein j positive negative unknown none 是 否 有 无 阳性 阴性'.split())

# Values that are categories by themselves.
HARMLESS = FLAGS.union('''
    m f w d x male female man woman men women boy girl other divers diverse
    single married divorced widowed separated never-married ledig verheiratet geschieden verwitwet
    männlich weiblich mann frau low medium high mild moderate severe normal abnormal small large
    white black asian left right both
    男 女 未婚 已婚 离异 丧偶 高 中 低'''.split())

# Words that may stand in the values of any category.
OF_ANY = frozenset('''
    and or of the in on with without to not no other others unknown unspecified none any all more
    less than over under about per missing refused declined various mixed new old first second third
    yes na nec nos etc main secondary primary und oder mit ohne nicht keine kein sonstige sonstiges
    andere anderes unbekannt divers über unter mehr weniger als ja nein
    其他 其它 未知 不详 无 有 是 否'''.split())

LANDS = '''
    afghanistan albania algeria andorra angola argentina armenia aruba australia austria azerbaijan
    bahamas bahrain bangladesh barbados belarus belgium belize benin bermuda bhutan bolivia bosnia
    herzegovina botswana brazil brunei bulgaria burkina faso burma burundi cambodia cameroon canada
    cape verde chad chile china colombia columbia comoros congo costa rica croatia cuba cyprus czech
    czechia czechoslovakia denmark djibouti dominica ecuador egypt el salvador england eritrea
    estonia ethiopia fiji finland france gabon gambia georgia germany ghana great britain greece
    greenland grenada guam guatemala guinea guyana haiti holand holland honduras hong kong hungary
    iceland india indonesia iran iraq ireland israel italy ivory coast jamaica japan jordan
    kazakhstan kenya korea kosovo kuwait kyrgyzstan laos latvia lebanon lesotho liberia libya
    liechtenstein lithuania luxembourg macau macedonia madagascar malawi malaysia maldives mali
    malta mauritania mauritius mexico micronesia moldova monaco mongolia montenegro morocco
    mozambique myanmar namibia nauru nepal netherlands nicaragua niger nigeria norway oman pakistan
    palau palestine panama papua paraguay peru philippines poland portugal puerto qatar romania
    russia rwanda samoa saudi arabia scotland senegal serbia seychelles sierra leone singapore
    slovakia slovenia solomon somalia spain sri lanka sudan suriname swaziland eswatini sweden
    switzerland syria taiwan tajikistan tanzania thailand tibet timor togo tonga trinidad trinadad
    tobago tunisia turkey türkiye turkmenistan tuvalu uganda ukraine emirates uruguay usa us uk uae
    eu uzbekistan vanuatu vatican venezuela vietnam wales yemen yugoslavia zaire zambia zimbabwe
    united states kingdom republic democratic federation union islands island outlying usvi rico
    zealand south north east west central people soviet america american africa asia europe oceania
    antarctica dominican virgin foreign native domestic born abroad stateless
    deutschland österreich schweiz frankreich italien spanien polen türkei russland tschechien
    ungarn rumänien bulgarien griechenland kroatien serbien bosnien niederlande belgien dänemark
    schweden norwegen finnland portugal irland großbritannien england ukraine syrien irak iran
    afghanistan indien japan vereinigte staaten inland ausland
    中国 美国 英国 法国 德国 日本 韩国 俄罗斯 印度 加拿大 澳大利亚 意大利 西班牙 巴西 越南 泰国'''

PEOPLES = '''
    afghan albanian algerian american arab argentinian armenian australian austrian bangladeshi
    belgian bosnian brazilian british bulgarian cambodian canadian chilean chinese colombian
    croatian cuban czech danish dutch egyptian english ethiopian filipino finnish french german
    ghanaian greek guatemalan haitian hungarian indian indonesian iranian iraqi irish israeli
    italian jamaican japanese jordanian kenyan korean kurdish latvian lebanese lithuanian malaysian
    mexican moroccan nepalese nigerian norwegian pakistani persian peruvian polish portuguese
    romanian russian saudi scottish serbian slovak slovenian somali spanish swedish swiss syrian
    taiwanese thai tunisian turkish ukrainian vietnamese welsh european african asian native citizen
    foreigner
    deutsch deutsche deutscher türkisch polnisch russisch italienisch französisch spanisch englisch
    arabisch syrisch ukrainisch rumänisch griechisch kroatisch serbisch österreichisch schweizerisch
    niederländisch ausländer'''

ILLNESSES = '''
    abscess abuse aches acid acute addiction adenocarcinoma adverse aids alcohol alcoholism allergic
    allergy alzheimer amputation anaemia anemia aneurysm angina ankle anorexia anxiety aortic
    appendicitis apnea arm arrest arrhythmia arterial arteriosclerosis artery arthritis arthrosis
    asthma atherosclerosis atrial attack autism back bacterial benign bipolar birth bite bleeding
    blindness blood bone bowel brain breast bronchitis bruise bulimia burn burns cancer carcinoma
    cardiac cardiomyopathy cardiovascular cataract cerebral cervical chest chickenpox chlamydia
    cholera chronic cirrhosis cold colic colitis colon coma common complication concussion condition
    congenital congestive constipation contusion copd coronary cough covid cramps crisis crohn cyst
    cystic cystitis deafness death deficiency dehydration delirium dementia dengue depression
    depressive dermatitis diabetes diabetic dialysis diarrhea diarrhoea digestive diphtheria
    disability discharge disease diseases disorder disorders dislocation diverticulitis dizziness
    drug ear ebola eczema embolism emphysema encephalitis endocarditis endometriosis enteritis
    epilepsy essential exposure eye failure fall fatigue fatty fever fibrillation fibromyalgia
    fibrosis flu food foot fracture fractures gall gallstones gastric gastritis gastroenteritis
    gastrointestinal genital glaucoma goitre gonorrhea gout haemorrhage hand head headache hearing
    heart hemophilia hemorrhage hemorrhoids hepatic hepatitis hernia herpes high hip hiv hodgkin
    hyperlipidemia hypertension hypertensive hyperthyroidism hypotension hypothyroidism infarct
    infarction infection infections infectious infertility inflammation influenza injuries injury
    insomnia intestinal ischaemic ischemic itch jaundice joint juvenile kidney knee kuru laceration
    leg leprosy lesion leukaemia leukemia liver loss low lower lumbar lung lupus lyme lymphoma
    malaria malignant malnutrition measles melanoma meningitis menopause mental metabolic migraine
    mild moderate multiple mumps muscle myocardial myeloma nausea neck neoplasm nephritis nerve
    neuralgia neuropathy nervous neurological nonspecific normal obesity obese obstructive
    osteoarthritis osteoporosis otitis overdose overweight pain palsy pancreatic pancreatitis panic
    paralysis parkinson perinatal peripheral pharyngitis plague pneumonia poisoning polio
    polyneuropathy pregnancy pregnant pressure problem problems prostate psoriasis psychiatric
    psychosis pulmonary rash renal respiratory rheumatic rheumatism rheumatoid rib rubella sars
    scabies schizophrenia sclerosis sepsis severe sexually shock shoulder sickle sinusitis skin
    sleep smallpox sore spine sprain stomach strain stress stroke substance suicide suicidal surgery
    symptom symptoms syndrome syphilis tachycardia tetanus throat thrombosis thyroid tonsillitis
    transmitted trauma traumatic tuberculosis tumor tumour typhoid typhus ulcer ulcers upper urinary
    urticaria uterine valve varicose vascular vein vertigo viral virus vision vomiting wound wrist
    zoster healthy well cured recovered positive negative
    grippe erkältung fieber husten schnupfen krebs brustkrebs lungenkrebs darmkrebs diabetes
    mellitus bluthochdruck hypertonie herzinfarkt herzinsuffizienz herzkrankheit schlaganfall
    fraktur bruch beinbruch armbruch lungenentzündung pneumonie bronchitis asthma allergie
    depression demenz epilepsie gicht geschwür magengeschwür gastritis hepatitis rheuma arthrose
    migräne kopfschmerzen rückenschmerzen schmerzen infektion entzündung blinddarmentzündung tumor
    anämie tuberkulose masern röteln windpocken verletzung verbrennung gesund chronisch akut leicht
    schwer angst sucht adipositas schizophrenie
    流感 感冒 肺炎 高血压 糖尿病 癌症 肺癌 胃癌 胃炎 胃溃疡 溃疡 肝炎 乙肝 哮喘 支气管炎 心脏病 冠心病 心肌梗死 中风 脑梗死 骨折 抑郁症
    肺结核 艾滋病 痛风 贫血 发热 咳嗽 头痛 糖尿病肾病 健康'''

# What the name of a column says (as CATEGORIES of counts/values.py has it), and the words of this
# category.
OF_CATEGORIES = {
    'sex gender geschlecht 性别': '''
        m f w d x male males female females man woman men women boy girl boys girls diverse
        nonbinary non binary intersex transgender trans cis queer neutral mann frau männlich
        weiblich männer frauen junge mädchen 男 女 男性 女性''',
    'race ethnicity 民族': PEOPLES + '''
        white black amer eskimo pac pacific islander islanders alaska alaskan hawaiian hispanic
        latino latina latinx caucasian multiracial biracial two races race nonwhite asia indigenous
        aboriginal maori inuit roma jewish non afro caribbean middle eastern
        汉族 汉 满族 回族 藏族 蒙古族 维吾尔族 壮族 苗族 彝族 土家族 朝鲜族''',
    'marital maritalstatus familienstand 婚姻 婚姻状况': '''
        single married divorced widowed widow widower separated never unmarried civ civil spouse
        absent af partner partnered partnership cohabiting cohabitation engaged registered domestic
        living together remarried status
        ledig verheiratet geschieden verwitwet getrennt lebend eingetragene partnerschaft
        lebenspartnerschaft
        未婚 已婚 离异 离婚 丧偶 再婚 同居''',
    'education degree schooling bildung bildungsabschluss 学历 文化程度': '''
        hs grad college some bachelors bachelor masters master doctorate doctoral doctor phd md
        assoc associate associates acdm academic voc vocational prof professional school schools
        preschool kindergarten primary elementary secondary middle high higher tertiary
        undergraduate graduate graduated postgraduate university grade th st nd rd diploma degree
        ged basic trade technical training apprenticeship completed incomplete dropout illiterate
        low medium years year yrs education level
        hauptschule realschule gymnasium abitur abi fachabitur fachhochschule hochschule universität
        lehre ausbildung meister diplom promotion hauptschulabschluss realschulabschluss mittlere
        reife grundschule schulabschluss
        小学 初中 高中 中专 大专 本科 硕士 博士 文盲 研究生 中学 大学''',
    'occupation job profession workclass employment beruf 职业': '''
        accountant actor adm admin administration administrative administrator agriculture analyst
        architect armed army artist assistant baker banker barber biologist bricklayer builder
        business butcher carpenter cashier chef chemist civil cleaner cleaners clerical clerk
        consultant cook craft craftsman craftsmen dealer dentist designer developer disabled doctor
        driver economist electrician employed employee employer engineer exec executive executives
        factory farm farmer farming federal firefighter fisher fishing fisherman forces foreman
        foremen full gardener gov government guard hairdresser handlers healthcare homemaker
        housewife house inc inspct inspector it janitor journalist judge laborer labourer lawyer
        lecturer librarian local machine machinist manager managerial management manual mason mayor
        mechanic military miner musician nurse nursing office officer officials op operatives
        operator operators painter paid part pastor pay pharmacist physician pilot plumber police
        policeman politician porter postman private priv priest prof profession professional
        professor programmer proprietors protective psychologist public receptionist repair
        researcher retail retired sailor sales salesman salesperson scientist secretary security
        seeker self emp serv service services shop sick skilled social soldier specialty state
        student support surgeon tailor tax teacher tech technical technician time trade trader
        transport moving truck unemployed unpaid unskilled veterinarian volunteer waiter waitress
        welder white blue collar worked never work worker writer
        angestellter angestellte arbeiter arbeiterin arbeitslos arzt ärztin bäcker bäckerin beamter
        beamtin fahrer hausfrau hausmann ingenieur ingenieurin koch köchin krankenpfleger
        krankenschwester lehrer lehrerin maurer mechaniker metzger pfleger polizist rentner
        rentnerin selbstständig selbständig schüler schülerin student studentin tischler verkäufer
        verkäuferin verwaltung
        工人 农民 教师 医生 护士 学生 军人 公务员 退休 司机 工程师 职员 个体 商人 无业 会计 律师 警察''',
    'relationship': '''
        husband wife own child children family relative relatives unmarried spouse partner father
        mother son daughter sibling brother sister parent parents grandparent grandchild grandmother
        grandfather aunt uncle cousin niece nephew friend neighbour neighbor self head household law
        step roommate lodger colleague guardian caregiver carer''',
    ('diagnosis diagnoses condition disease illness ill symptom symptoms'
     ' diagnose diagnosen krankheit erkrankung symptome 诊断 疾病 病种'): ILLNESSES,
    ('treatment therapy drug medication procedure allergy vaccine'
     ' behandlung therapie medikament allergie'): ILLNESSES + '''
        placebo control treated untreated treatment active standard usual care dose daily weekly
        therapy chemotherapy radiation radiotherapy immunotherapy physiotherapy psychotherapy
        operation operative surgical transplant transplantation transfusion bypass biopsy endoscopy
        dialysis vaccination vaccinated unvaccinated vaccine booster antibiotic antibiotics
        penicillin amoxicillin aspirin ibuprofen paracetamol acetaminophen insulin metformin statin
        simvastatin atorvastatin warfarin heparin cortisone prednisone morphine codeine diazepam
        omeprazole pantoprazole metoprolol ramipril bisoprolol amlodipine lisinopril levothyroxine
        salbutamol steroid steroids diuretic vitamin inhaler injection infusion tablet tablets
        capsule cream oral biontech pfizer moderna astrazeneca mrna pollen dust mite mites nuts
        peanut peanuts milk egg eggs latex cat dog grass wheat gluten lactose soy fish operation
        bestrahlung chemotherapie impfung geimpft ungeimpft antibiotika beobachtung keine penicillin
        pollen hausstaub nüsse''',
    'ward department station abteilung 科室': '''
        surgery surgical medicine medical internal general oncology psychiatry psychiatric neurology
        cardiology pediatrics paediatrics gynecology gynaecology obstetrics maternity orthopedics
        orthopaedics urology dermatology ophthalmology radiology emergency intensive care icu er
        unit geriatrics rehabilitation rehab nephrology pneumology gastroenterology hematology
        haematology endocrinology anesthesia anaesthesia outpatient inpatient trauma palliative
        neonatal isolation day ward department clinic ent
        sales marketing finance accounting hr human resources it legal research development
        production logistics purchasing support operations administration engineering service
        management
        chirurgie innere medizin onkologie psychiatrie neurologie kardiologie pädiatrie kinder
        gynäkologie geburtshilfe orthopädie urologie dermatologie augen hno radiologie notaufnahme
        intensiv intensivstation station abteilung geriatrie reha allgemein unfallchirurgie
        vertrieb einkauf verwaltung personal forschung entwicklung
        内科 外科 儿科 妇科 妇产科 骨科 眼科 急诊科 心内科 神经内科 肿瘤科 皮肤科 精神科 泌尿外科 呼吸科 消化科''',
    'insurer krankenkasse': '''
        aok tk barmer dak ikk bkk kkh hek hkk knappschaft techniker private public statutory privat
        gesetzlich selbstzahler medicare medicaid tricare blue cross shield aetna cigna humana
        kaiser permanente united healthcare self pay paid uninsured insured nhs allianz debeka dkv
        axa signal iduna classic plus nord süd ost west gesundheit krankenkasse''',
    'state bundesland staat 省 省份': LANDS + '''
        alabama alaska arizona arkansas california colorado connecticut delaware florida hawaii
        idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan
        minnesota mississippi missouri montana nebraska nevada hampshire jersey york carolina dakota
        ohio oklahoma oregon pennsylvania rhode tennessee texas utah vermont virginia washington
        wisconsin wyoming
        district al ak az ar ca co ct de dc fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne
        nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy pr vi gu
        baden württemberg bayern berlin brandenburg bremen hamburg hessen mecklenburg vorpommern
        niedersachsen nordrhein westfalen rheinland pfalz saarland sachsen anhalt schleswig holstein
        thüringen bavaria hesse saxony lower rhine westphalia palatinate thuringia pomerania bw by
        be bb hb hh he mv ni nw nrw rp sl sn st sh th burgenland kärnten niederösterreich
        oberösterreich salzburg steiermark tirol vorarlberg wien
        ontario quebec alberta manitoba saskatchewan nova scotia brunswick columbia newfoundland
        labrador yukon queensland victoria tasmania territory wales nsw qld vic nt act
        北京 天津 河北 山西 内蒙古 辽宁 吉林 黑龙江 上海 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 广西 海南 重庆 四川 贵州 云南 西藏
        陕西 甘肃 青海 宁夏 新疆 台湾 香港 澳门 北京市 天津市 上海市 重庆市 河北省 山西省 辽宁省 吉林省 黑龙江省 江苏省 浙江省 安徽省 福建省
        江西省 山东省 河南省 湖北省 湖南省 广东省 海南省 四川省 贵州省 云南省 陕西省 甘肃省 青海省''',
    'country nativecountry nation nationality nationalität citizenship continent 国家 国籍':
        LANDS + ' ' + PEOPLES,
    'religion 宗教': '''
        christian christianity catholic roman protestant evangelical lutheran anglican baptist
        methodist presbyterian orthodox pentecostal adventist mormon quaker jewish jew judaism
        muslim islam islamic sunni shia hindu hinduism buddhist buddhism sikh sikhism jain taoist
        taoism confucian shinto bahai pagan atheist atheism agnostic religion religious nonreligious
        unaffiliated secular
        christlich katholisch römisch evangelisch protestantisch orthodox muslimisch islamisch
        jüdisch buddhistisch hinduistisch konfessionslos
        基督教 天主教 佛教 道教 伊斯兰教 无宗教''',
    'language sprache': PEOPLES + '''
        arabic bengali cantonese farsi hebrew hindi mandarin punjabi pashto swahili tagalog tamil
        telugu urdu latin catalan sign
        中文 汉语 英语 德语 法语 普通话 粤语''',
    'smoker smoking raucher': '''
        smoker smokers smoking smokes smoked smoke non nonsmoker never former formerly current
        currently ex occasional occasionally regular daily sometimes light heavy quit past passive y
        n
        raucher nichtraucher nie ehemals gelegentlich true false''',
    'severity': '''
        mild moderate severe critical low medium high light heavy minor major slight fatal grade
        stage extreme normal leicht mittel schwer''',
    'bloodtype bloodgroup blutgruppe 血型': '''
        a b ab o rh rhesus pos neg positive negative plus minus 型''',
    'salaryclass': 'k low medium high small large'}

# Codes of a system, which are words of a category: ICD-10 and ATC.
CODES_OF = {
    'diagnosis': '[a-z][0-9][0-9ab](?:[.]?[0-9]{1,2})?[+*!]?',
    'treatment': '[abcdghjlmnprsv][0-9]{2}[a-z]{2}[0-9]{2}'}

FIRST_NAMES = frozenset('''
    james john robert michael william david richard joseph thomas charles christopher daniel matthew
    anthony mark donald steven paul andrew joshua kenneth kevin brian george edward ronald timothy
    jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry justin scott brandon benjamin
    samuel gregory frank alexander raymond patrick jack dennis jerry tyler aaron jose henry adam
    douglas nathan peter zachary kyle walter harold jeremy ethan carl keith roger gerald christian
    terry sean arthur austin noah lawrence jesse joe bryan billy bruce albert willie gabriel logan
    alan juan wayne roy ralph randy eugene vincent russell louis bobby philip johnny
    mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty
    margaret sandra ashley kimberly emily donna michelle carol amanda dorothy melissa deborah
    stephanie rebecca sharon laura cynthia kathleen amy angela shirley anna brenda pamela emma
    nicole helen samantha katherine christine debra rachel carolyn janet catherine maria heather
    diane ruth julie olivia joyce virginia victoria kelly lauren christina joan evelyn judith megan
    andrea cheryl hannah jacqueline martha gloria teresa ann anne sara madison frances kathryn
    janice jean abigail alice julia judy sophia grace denise amber doris marilyn danielle beverly
    isabella theresa diana natalie brittany charlotte marie kayla alexis lori bob tom jim bill mike
    dave dan sam ben kate jane eve ella mia lucy carlos luis oliver harry jake lucas leo max oscar
    liam mohammed ahmed ali fatima omar hassan aisha ivan olga natasha
    hans peter klaus wolfgang jürgen juergen uwe bernd dieter günter guenter horst helmut manfred
    stefan andreas matthias markus sven torsten thorsten jens frank ralf holger dirk jörg joerg
    rainer heinz karl kurt werner gerhard walter ernst otto friedrich heinrich hermann wilhelm
    johann johannes lukas jonas felix finn paul leon elias moritz anton emil jakob niklas tim jan
    tobias florian sebastian
    ursula monika petra sabine renate helga karin brigitte ingrid gisela erika christa elke gabriele
    susanne claudia birgit heike martina andrea anja katrin kathrin silke ute angelika marion jutta
    bärbel hannelore gertrud hildegard ilse irmgard elfriede lieselotte lena lea leonie sophie
    johanna clara klara ida frieda greta mathilda luise lisa sarah katharina franziska julia nina
    eva heidi inge
    wei fang ming jing lei yang li xiao hong'''.split())

SURNAMES = (
    '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾'
    '丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤'
    '尹黎易常武乔贺赖龚文')

PROVINCES = frozenset('''
    11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63
    64 65 71 81 82 83'''.split())

IBAN_LENGTHS = {
    'AD': 24, 'AE': 23, 'AL': 28, 'AT': 20, 'AZ': 28, 'BA': 20, 'BE': 16, 'BG': 22, 'BH': 22,
    'BR': 29, 'BY': 28, 'CH': 21, 'CR': 22, 'CY': 28, 'CZ': 24, 'DE': 22, 'DK': 18, 'DO': 28,
    'EE': 20, 'EG': 29, 'ES': 24, 'FI': 18, 'FO': 18, 'FR': 27, 'GB': 22, 'GE': 22, 'GI': 23,
    'GL': 18, 'GR': 27, 'GT': 28, 'HR': 21, 'HU': 28, 'IE': 22, 'IL': 23, 'IS': 26, 'IT': 27,
    'JO': 30, 'KW': 30, 'KZ': 20, 'LB': 28, 'LI': 21, 'LT': 20, 'LU': 20, 'LV': 21, 'MC': 27,
    'MD': 24, 'ME': 22, 'MK': 19, 'MR': 27, 'MT': 31, 'MU': 30, 'NL': 18, 'NO': 15, 'PK': 24,
    'PL': 28, 'PS': 29, 'PT': 25, 'QA': 29, 'RO': 24, 'RS': 22, 'SA': 24, 'SE': 24, 'SI': 19,
    'SK': 24, 'SM': 27, 'TN': 24, 'TR': 26, 'UA': 29, 'VA': 22, 'VG': 24, 'XK': 20}
