BEGIN TRANSACTION;
CREATE TABLE account (
	id INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	name_key VARCHAR(80) NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	password VARCHAR(200), 
	created BIGINT NOT NULL, 
	deleted BIGINT, silenced BIGINT, 
	CONSTRAINT pk_account PRIMARY KEY (id), 
	CONSTRAINT uq_account_name_key UNIQUE (name_key)
);
INSERT INTO "account" VALUES(1,'Ada (bot)','ada (bot)','house',NULL,1794760199625,NULL,NULL);
INSERT INTO "account" VALUES(2,'Blaise (bot)','blaise (bot)','house',NULL,1794760199630,NULL,NULL);
INSERT INTO "account" VALUES(3,'Cem (bot)','cem (bot)','house',NULL,1794760199633,NULL,NULL);
INSERT INTO "account" VALUES(4,'Daria (bot)','daria (bot)','house',NULL,1794760199636,NULL,NULL);
INSERT INTO "account" VALUES(5,'Emil (bot)','emil (bot)','house',NULL,1794760199638,NULL,NULL);
INSERT INTO "account" VALUES(6,'Fatma (bot)','fatma (bot)','house',NULL,1794760199641,NULL,NULL);
INSERT INTO "account" VALUES(7,'Gao (bot)','gao (bot)','house',NULL,1794760199644,NULL,NULL);
INSERT INTO "account" VALUES(8,'Hana (bot)','hana (bot)','house',NULL,1794760199647,NULL,NULL);
INSERT INTO "account" VALUES(9,'Ivo (bot)','ivo (bot)','house',NULL,1794760199651,NULL,NULL);
INSERT INTO "account" VALUES(10,'wise fox 5025','wise fox 5025','guest',NULL,1794760204465,NULL,NULL);
INSERT INTO "account" VALUES(11,'silver bear 1953','silver bear 1953','guest',NULL,1794760204497,NULL,NULL);
INSERT INTO "account" VALUES(12,'brave owl 5824','brave owl 5824','guest',NULL,1794760204532,NULL,NULL);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
CREATE TABLE balance (
	book VARCHAR(60) NOT NULL, 
	amount BIGINT NOT NULL, 
	CONSTRAINT pk_balance PRIMARY KEY (book), 
	CONSTRAINT ck_balance_nobody_owes CHECK (amount >= 0 OR book = 'bank')
);
INSERT INTO "balance" VALUES('account:1',10000);
INSERT INTO "balance" VALUES('bank',-120000);
INSERT INTO "balance" VALUES('account:2',8800);
INSERT INTO "balance" VALUES('account:3',10000);
INSERT INTO "balance" VALUES('account:4',8800);
INSERT INTO "balance" VALUES('account:5',10000);
INSERT INTO "balance" VALUES('account:6',10000);
INSERT INTO "balance" VALUES('account:7',10000);
INSERT INTO "balance" VALUES('account:8',10000);
INSERT INTO "balance" VALUES('account:9',10000);
INSERT INTO "balance" VALUES('masa:300574b7',400);
INSERT INTO "balance" VALUES('masa:8965a73d',2000);
INSERT INTO "balance" VALUES('account:10',9280);
INSERT INTO "balance" VALUES('account:11',9280);
INSERT INTO "balance" VALUES('account:12',9360);
INSERT INTO "balance" VALUES('masa:c98c4e30',240);
INSERT INTO "balance" VALUES('masa:ecafc692',240);
INSERT INTO "balance" VALUES('masa:cf1c829e',240);
INSERT INTO "balance" VALUES('masa:ba363d2d',240);
INSERT INTO "balance" VALUES('masa:770dfbcd',240);
INSERT INTO "balance" VALUES('masa:87924b44',240);
INSERT INTO "balance" VALUES('masa:ec73d202',240);
INSERT INTO "balance" VALUES('masa:5a01c708',240);
INSERT INTO "balance" VALUES('masa:6e2c0be5',160);
CREATE TABLE chat (
	id INTEGER NOT NULL, 
	masa VARCHAR(12) NOT NULL, 
	account INTEGER NOT NULL, 
	made BIGINT NOT NULL, 
	text VARCHAR(400) NOT NULL, 
	reported BOOLEAN NOT NULL, 
	CONSTRAINT pk_chat PRIMARY KEY (id), 
	CONSTRAINT fk_chat_account_account FOREIGN KEY(account) REFERENCES account (id), 
	CONSTRAINT fk_chat_masa_masa FOREIGN KEY(masa) REFERENCES masa (id)
);
CREATE TABLE hand (
	id INTEGER NOT NULL, 
	masa VARCHAR(12) NOT NULL, 
	number BIGINT NOT NULL, 
	ended BIGINT NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_hand PRIMARY KEY (id), 
	CONSTRAINT fk_hand_masa_masa FOREIGN KEY(masa) REFERENCES masa (id), 
	CONSTRAINT uq_hand_masa UNIQUE (masa, number)
);
INSERT INTO "hand" VALUES(1,'ecafc692',1,1794760206921,'{"game":{"fen":"2 R 0 0 2!30 0 1 2\nI 70 0 CA\nI 70 0 RR2\nI 70 0 CA\n; rules=classic hands=JcQc/6dAh/7s2d board=3d7cJdKs2s","sides":[0,1,2],"stacks":[80,80,80],"posts":null,"before":{"button":null,"small":null,"big":null},"owed":{"0":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"2":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"acts":["CA","CA","CH","CH","CH","RR2","CA","CA","RR2","RR4","CA","CA","RR2","CA","CA"],"second_board":"","agreed":null,"twice":null,"shown":[],"gone":[]},"names":{"0":"wise fox 5025","1":"silver bear 1953","2":"brave owl 5824"}}');
INSERT INTO "hand" VALUES(2,'cf1c829e',1,1794760207902,'{"game":{"fen":"2 R 0 0 2!18 0 1 2\nI 74 0 CA\nI 74 0 RR2\nI 74 0 CA\n; rules=botpoker hands=4hJc/7cKd/Kc9s board=5h2dTc7dKh","sides":[0,1,2],"stacks":[80,80,80],"posts":null,"before":{"button":null,"small":null,"big":null},"owed":{"0":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"2":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"acts":["RR4","CA","CA","CH","CH","CH","CH","CH","CH","RR2","CA","CA"],"second_board":"","agreed":null,"twice":null,"shown":[],"gone":[]},"names":{"0":"wise fox 5025","1":"silver bear 1953","2":"brave owl 5824"}}');
INSERT INTO "hand" VALUES(3,'ba363d2d',1,1794760208960,'{"game":{"fen":"2 R 0 0 2!6 0 1 2\nI 78 0 CH\nI 78 0 CH\nI 78 0 CH\n; rules=limit hands=2sTc/5c6s/5d3s board=2hJhKdAcTd","sides":[0,1,2],"stacks":[80,80,80],"posts":null,"before":{"button":null,"small":null,"big":null},"owed":{"0":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"2":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"acts":["CA","CA","CH","CH","CH","CH","CH","CH","CH","CH","CH","CH"],"second_board":"","agreed":null,"twice":null,"shown":[],"gone":[]},"names":{"0":"wise fox 5025","1":"silver bear 1953","2":"brave owl 5824"}}');
INSERT INTO "hand" VALUES(4,'770dfbcd',1,1794760210031,'{"game":{"fen":"2 R 0 0 2!30 0 1 2\nI 70 0 CH\nI 70 0 CH\nI 70 0 CH\n; rules=tda hands=3dJh/Kd5d/Kh5c board=Kc6cJs7cTh","sides":[0,1,2],"stacks":[80,80,80],"posts":null,"before":{"button":null,"small":null,"big":null},"owed":{"0":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"2":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"acts":["RR4","CA","RR6","RR8","CA","CA","RR2","CA","CA","CH","CH","CH","CH","CH","CH"],"second_board":"","agreed":null,"twice":null,"shown":[],"gone":[]},"names":{"0":"wise fox 5025","1":"silver bear 1953","2":"brave owl 5824"}}');
INSERT INTO "hand" VALUES(5,'ec73d202',1,1794760212189,'{"game":{"fen":"2 R 0 0 2!81 0 1 2\nI 53 0 CA\nI 53 0 RR2\nI 53 0 CA\n; ante=1 hands=6d9s/JsQs/3h3d board=KdTd8c5d4s","sides":[0,1,2],"stacks":[80,80,80],"posts":null,"before":{"button":null,"small":null,"big":null},"owed":{"0":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"2":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"acts":["RR4","CA","CA","CH","CH","CH","CH","RR2","CA","RR4","RR6","RR8","RR10","CA","RR12","RR14","RR16","RR18","CA","RR20","CA","CA","RR2","CA","CA"],"second_board":"","agreed":null,"twice":null,"shown":[],"gone":[]},"names":{"0":"wise fox 5025","1":"silver bear 1953","2":"brave owl 5824"}}');
INSERT INTO "hand" VALUES(6,'5a01c708',1,1794760213204,'{"game":{"fen":"2 R 0 1 2!36 0 1 2\nI 68 0 CA\nI 68 0 CA\nI 68 0 RR2\n; rules=tda hands=JcQd/5s3h/4c3s board=Ks7cJh8c4h","sides":[0,1,2],"stacks":[80,80,80],"posts":null,"before":{"button":null,"small":null,"big":null},"owed":{"0":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"2":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"acts":["CA","CA","RR4","RR6","CA","CA","RR2","CA","RR4","CA","CA","CH","CH","CH","CH","RR2","CA","CA"],"second_board":"","agreed":null,"twice":null,"shown":[],"gone":[]},"names":{"0":"wise fox 5025","1":"silver bear 1953","2":"brave owl 5824"}}');
INSERT INTO "hand" VALUES(7,'5a01c708',2,1794760213523,'{"game":{"fen":"2 R 1 2 2!30 0 1 2\nI 94 0 RR4\nI 58 0 CA\nI 58 0 CA\n; rules=tda hands=Jd9h/2c6c/4sJh board=9c3s8cAd5c","sides":[0,1,2],"stacks":[104,68,68],"posts":null,"before":{"button":0,"small":1,"big":2},"owed":{},"acts":["CA","CA","RR4","CA","CA","CH","CH","CH","CH","RR2","CA","CA","RR2","RR4","CA","CA"],"second_board":"","agreed":null,"twice":null,"shown":[],"gone":[]},"names":{"0":"wise fox 5025","1":"silver bear 1953","2":"brave owl 5824"}}');
INSERT INTO "hand" VALUES(8,'6e2c0be5',1,1794760214184,'{"game":{"fen":"2 R 0 0 2!36 0 1\nI 62 0 CH\nI 62 0 CH\n; rules=limit hands=9cTh/6h5c board=Ac7h9d4sKs","sides":[0,1],"stacks":[80,80],"posts":null,"before":{"button":null,"small":null,"big":null},"owed":{"0":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"acts":["CA","CH","CH","CH","RR4","RR8","RR12","RR16","CA","CH","CH"],"second_board":"","agreed":null,"twice":null,"shown":[],"gone":[]},"names":{"0":"wise fox 5025","1":"silver bear 1953"}}');
INSERT INTO "hand" VALUES(9,'6e2c0be5',2,1794760214399,'{"game":{"fen":"2 R 1 1 2!8 0 1\nI 94 0 CH\nI 58 0 CH\n; rules=limit hands=6hQd/8c8h board=3s6d9hKdAc","sides":[0,1],"stacks":[98,62],"posts":null,"before":{"button":1,"small":0,"big":1},"owed":{},"acts":["CA","CH","CH","RR2","CA","CH","CH","CH","CH"],"second_board":"","agreed":null,"twice":null,"shown":[],"gone":[]},"names":{"0":"wise fox 5025","1":"silver bear 1953"}}');
INSERT INTO "hand" VALUES(10,'6e2c0be5',3,1794760214611,'{"game":{"fen":"2 R 0 0 2!8 0 1\nI 90 0 CH\nI 62 0 CH\n; rules=limit hands=Kc3d/2c8d board=8c6h5s9s9c","sides":[0,1],"stacks":[94,66],"posts":null,"before":{"button":0,"small":1,"big":0},"owed":{},"acts":["RR4","CA","CH","CH","CH","CH","CH","CH"],"second_board":"","agreed":null,"twice":null,"shown":[],"gone":[]},"names":{"0":"wise fox 5025","1":"silver bear 1953"}}');
CREATE TABLE hand_player (
	hand INTEGER NOT NULL, 
	account INTEGER NOT NULL, 
	stack INTEGER NOT NULL, 
	net BIGINT NOT NULL, 
	CONSTRAINT pk_hand_player PRIMARY KEY (hand, account), 
	CONSTRAINT fk_hand_player_account_account FOREIGN KEY(account) REFERENCES account (id), 
	CONSTRAINT fk_hand_player_hand_hand FOREIGN KEY(hand) REFERENCES hand (id)
);
INSERT INTO "hand_player" VALUES(1,10,0,-10);
INSERT INTO "hand_player" VALUES(1,11,1,-10);
INSERT INTO "hand_player" VALUES(1,12,2,20);
INSERT INTO "hand_player" VALUES(2,10,0,-6);
INSERT INTO "hand_player" VALUES(2,11,1,12);
INSERT INTO "hand_player" VALUES(2,12,2,-6);
INSERT INTO "hand_player" VALUES(3,10,0,4);
INSERT INTO "hand_player" VALUES(3,11,1,-2);
INSERT INTO "hand_player" VALUES(3,12,2,-2);
INSERT INTO "hand_player" VALUES(4,10,0,-10);
INSERT INTO "hand_player" VALUES(4,11,1,5);
INSERT INTO "hand_player" VALUES(4,12,2,5);
INSERT INTO "hand_player" VALUES(5,10,0,-27);
INSERT INTO "hand_player" VALUES(5,11,1,-27);
INSERT INTO "hand_player" VALUES(5,12,2,54);
INSERT INTO "hand_player" VALUES(6,10,0,24);
INSERT INTO "hand_player" VALUES(6,11,1,-12);
INSERT INTO "hand_player" VALUES(6,12,2,-12);
INSERT INTO "hand_player" VALUES(7,10,0,-10);
INSERT INTO "hand_player" VALUES(7,11,1,20);
INSERT INTO "hand_player" VALUES(7,12,2,-10);
INSERT INTO "hand_player" VALUES(8,10,0,18);
INSERT INTO "hand_player" VALUES(8,11,1,-18);
INSERT INTO "hand_player" VALUES(9,10,0,-4);
INSERT INTO "hand_player" VALUES(9,11,1,4);
INSERT INTO "hand_player" VALUES(10,10,0,-4);
INSERT INTO "hand_player" VALUES(10,11,1,4);
CREATE TABLE journal (
	masa VARCHAR(12) NOT NULL, 
	seq BIGINT NOT NULL, 
	made BIGINT NOT NULL, 
	causes TEXT NOT NULL, 
	CONSTRAINT pk_journal PRIMARY KEY (masa, seq), 
	CONSTRAINT fk_journal_masa_masa FOREIGN KEY(masa) REFERENCES masa (id)
);
INSERT INTO "journal" VALUES('c98c4e30',4,1794760205726,'[{"event":"Dealt","cards":"7s Ac 5c Qd 2h 4d 3s Qh Js 9c 6d"}]');
INSERT INTO "journal" VALUES('c98c4e30',5,1794760205749,'[{"event":"PlayerActed","side":0,"act":"CA","recorded":"CA","stack":78,"wager":2}]');
INSERT INTO "journal" VALUES('c98c4e30',6,1794760205755,'[{"event":"PlayerActed","side":1,"act":"RR4","recorded":"RR4","stack":76,"wager":4}]');
INSERT INTO "journal" VALUES('c98c4e30',7,1794760205761,'[{"event":"PlayerActed","side":2,"act":"CA","recorded":"CA","stack":76,"wager":4}]');
INSERT INTO "journal" VALUES('c98c4e30',8,1794760205766,'[{"event":"PlayerActed","side":0,"act":"RR6","recorded":"RR6","stack":74,"wager":6}]');
INSERT INTO "journal" VALUES('c98c4e30',9,1794760205772,'[{"event":"PlayerActed","side":1,"act":"CA","recorded":"CA","stack":74,"wager":6}]');
INSERT INTO "journal" VALUES('c98c4e30',10,1794760205777,'[{"event":"PlayerActed","side":2,"act":"CA","recorded":"CA","stack":74,"wager":6}]');
INSERT INTO "journal" VALUES('c98c4e30',11,1794760205783,'[{"event":"PlayerActed","side":1,"act":"RR2","recorded":"RR2","stack":72,"wager":2}]');
INSERT INTO "journal" VALUES('c98c4e30',12,1794760205789,'[{"event":"PlayerActed","side":2,"act":"CA","recorded":"CA","stack":72,"wager":2}]');
INSERT INTO "journal" VALUES('c98c4e30',13,1794760205807,'[{"event":"PlayerActed","side":0,"act":"RR4","recorded":"RR4","stack":70,"wager":4}]');
INSERT INTO "journal" VALUES('c98c4e30',14,1794760205824,'[{"event":"PlayerActed","side":1,"act":"CA","recorded":"CA","stack":70,"wager":4}]');
INSERT INTO "journal" VALUES('c98c4e30',15,1794760205842,'[{"event":"PlayerActed","side":2,"act":"RR6","recorded":"RR6","stack":68,"wager":6}]');
INSERT INTO "journal" VALUES('c98c4e30',16,1794760205861,'[{"event":"PlayerActed","side":0,"act":"RR8","recorded":"RR8","stack":66,"wager":8}]');
INSERT INTO "journal" VALUES('c98c4e30',17,1794760205878,'[{"event":"PlayerActed","side":1,"act":"CA","recorded":"CA","stack":66,"wager":8}]');
INSERT INTO "journal" VALUES('c98c4e30',18,1794760205897,'[{"event":"PlayerActed","side":2,"act":"CA","recorded":"CA","stack":66,"wager":8}]');
INSERT INTO "journal" VALUES('ecafc692',20,1794760207086,'[{"event":"Dealt","cards":"4s Qd 5d Kh Ks 6c Jc 6s 2c Ts Tc"}]');
INSERT INTO "journal" VALUES('cf1c829e',17,1794760208067,'[{"event":"Dealt","cards":"2s 6h Kc 9d Jd 8s Tc Ts 6c Qd 5s"}]');
INSERT INTO "journal" VALUES('cf1c829e',18,1794760208091,'[{"event":"PlayerActed","side":1,"act":"CA","recorded":"CA","stack":90,"wager":2}]');
INSERT INTO "journal" VALUES('cf1c829e',19,1794760208096,'[{"event":"PlayerActed","side":2,"act":"CA","recorded":"CA","stack":72,"wager":2}]');
INSERT INTO "journal" VALUES('cf1c829e',20,1794760208116,'[{"event":"PlayerActed","side":0,"act":"CH","recorded":"CH","stack":72,"wager":2}]');
INSERT INTO "journal" VALUES('cf1c829e',21,1794760208135,'[{"event":"PlayerActed","side":2,"act":"CH","recorded":"CH","stack":72,"wager":0}]');
INSERT INTO "journal" VALUES('cf1c829e',22,1794760208153,'[{"event":"PlayerActed","side":0,"act":"RR2","recorded":"RR2","stack":70,"wager":2}]');
INSERT INTO "journal" VALUES('cf1c829e',23,1794760208172,'[{"event":"PlayerActed","side":1,"act":"CA","recorded":"CA","stack":88,"wager":2}]');
INSERT INTO "journal" VALUES('cf1c829e',24,1794760208189,'[{"event":"PlayerActed","side":2,"act":"CA","recorded":"CA","stack":70,"wager":2}]');
INSERT INTO "journal" VALUES('ba363d2d',17,1794760209126,'[{"event":"Dealt","cards":"8h 5c As 2s 5d 3c Qc 3d Qs 5s Jh"}]');
INSERT INTO "journal" VALUES('ba363d2d',18,1794760209150,'[{"event":"PlayerActed","side":1,"act":"CA","recorded":"CA","stack":76,"wager":2}]');
INSERT INTO "journal" VALUES('ba363d2d',19,1794760209156,'[{"event":"PlayerActed","side":2,"act":"RR4","recorded":"RR4","stack":74,"wager":4}]');
INSERT INTO "journal" VALUES('ba363d2d',20,1794760209162,'[{"event":"PlayerActed","side":0,"act":"CA","recorded":"CA","stack":80,"wager":4}]');
INSERT INTO "journal" VALUES('ba363d2d',21,1794760209168,'[{"event":"PlayerActed","side":1,"act":"CA","recorded":"CA","stack":74,"wager":4}]');
INSERT INTO "journal" VALUES('ba363d2d',22,1794760209175,'[{"event":"PlayerActed","side":2,"act":"CH","recorded":"CH","stack":74,"wager":0}]');
INSERT INTO "journal" VALUES('ba363d2d',23,1794760209193,'[{"event":"PlayerActed","side":0,"act":"CH","recorded":"CH","stack":80,"wager":0}]');
INSERT INTO "journal" VALUES('ba363d2d',24,1794760209212,'[{"event":"PlayerActed","side":1,"act":"CH","recorded":"CH","stack":74,"wager":0}]');
INSERT INTO "journal" VALUES('ba363d2d',25,1794760209230,'[{"event":"PlayerActed","side":2,"act":"CH","recorded":"CH","stack":74,"wager":0}]');
INSERT INTO "journal" VALUES('ba363d2d',26,1794760209249,'[{"event":"PlayerActed","side":0,"act":"CH","recorded":"CH","stack":80,"wager":0}]');
INSERT INTO "journal" VALUES('ba363d2d',27,1794760209268,'[{"event":"PlayerActed","side":1,"act":"RR4","recorded":"RR4","stack":70,"wager":4}]');
INSERT INTO "journal" VALUES('ba363d2d',28,1794760209286,'[{"event":"PlayerActed","side":2,"act":"CA","recorded":"CA","stack":70,"wager":4}]');
INSERT INTO "journal" VALUES('ba363d2d',29,1794760209304,'[{"event":"PlayerActed","side":0,"act":"RR8","recorded":"RR8","stack":72,"wager":8}]');
INSERT INTO "journal" VALUES('770dfbcd',20,1794760210197,'[{"event":"Dealt","cards":"6d 2d 4s Qd 3c 3d 9c 7h 6c 2s 9d"}]');
INSERT INTO "journal" VALUES('770dfbcd',21,1794760210205,'[{"event":"PlayerActed","side":1,"act":"CA","recorded":"CA","stack":83,"wager":2}]');
INSERT INTO "journal" VALUES('770dfbcd',22,1794760210211,'[{"event":"PlayerActed","side":2,"act":"CA","recorded":"CA","stack":83,"wager":2}]');
INSERT INTO "journal" VALUES('770dfbcd',23,1794760210218,'[{"event":"PlayerActed","side":0,"act":"RR4","recorded":"RR4","stack":66,"wager":4}]');
INSERT INTO "journal" VALUES('770dfbcd',24,1794760210224,'[{"event":"PlayerActed","side":1,"act":"RR6","recorded":"RR6","stack":79,"wager":6}]');
INSERT INTO "journal" VALUES('770dfbcd',25,1794760210229,'[{"event":"PlayerActed","side":2,"act":"RR8","recorded":"RR8","stack":77,"wager":8}]');
INSERT INTO "journal" VALUES('770dfbcd',26,1794760210248,'[{"event":"PlayerActed","side":0,"act":"RR10","recorded":"RR10","stack":60,"wager":10}]');
INSERT INTO "journal" VALUES('770dfbcd',27,1794760210267,'[{"event":"PlayerActed","side":1,"act":"CA","recorded":"CA","stack":75,"wager":10}]');
INSERT INTO "journal" VALUES('770dfbcd',28,1794760210285,'[{"event":"PlayerActed","side":2,"act":"CA","recorded":"CA","stack":75,"wager":10}]');
INSERT INTO "journal" VALUES('770dfbcd',29,1794760210341,'[{"event":"PlayerActed","side":2,"act":"CH","recorded":"CH","stack":75,"wager":0}]');
INSERT INTO "journal" VALUES('770dfbcd',30,1794760210360,'[{"event":"PlayerActed","side":0,"act":"CH","recorded":"CH","stack":60,"wager":0}]');
INSERT INTO "journal" VALUES('87924b44',4,1794760210971,'[{"event":"Dealt","cards":"Ad 6c 8h 5s Kc 8d Qs 5d 9d Qd 9h 6h 4s 4h 4d Jh"}]');
INSERT INTO "journal" VALUES('87924b44',5,1794760210981,'[{"event":"PlayerActed","side":0,"act":"CA","recorded":"CA","stack":78,"wager":2}]');
INSERT INTO "journal" VALUES('87924b44',6,1794760210987,'[{"event":"PlayerActed","side":1,"act":"CA","recorded":"CA","stack":78,"wager":2}]');
INSERT INTO "journal" VALUES('87924b44',7,1794760210994,'[{"event":"PlayerActed","side":2,"act":"CH","recorded":"CH","stack":78,"wager":2}]');
INSERT INTO "journal" VALUES('87924b44',8,1794760210999,'[{"event":"PlayerActed","side":1,"act":"CH","recorded":"CH","stack":78,"wager":0}]');
INSERT INTO "journal" VALUES('87924b44',9,1794760211005,'[{"event":"PlayerActed","side":2,"act":"CH","recorded":"CH","stack":78,"wager":0}]');
INSERT INTO "journal" VALUES('87924b44',10,1794760211011,'[{"event":"PlayerActed","side":0,"act":"AA","recorded":"AF","stack":0,"wager":78}]');
INSERT INTO "journal" VALUES('87924b44',11,1794760211018,'[{"event":"PlayerActed","side":1,"act":"AA","recorded":"AC","stack":0,"wager":78}]');
INSERT INTO "journal" VALUES('87924b44',12,1794760211024,'[{"event":"PlayerActed","side":2,"act":"AA","recorded":"AC","stack":0,"wager":78}]');
INSERT INTO "journal" VALUES('ec73d202',30,1794760212354,'[{"event":"Dealt","cards":"4h 8h 7s 4d Js Qs As Ah 9c 9h Ac"}]');
INSERT INTO "journal" VALUES('ec73d202',31,1794760212378,'[{"event":"PlayerActed","side":1,"act":"CA","recorded":"CA","stack":50,"wager":2}]');
INSERT INTO "journal" VALUES('ec73d202',32,1794760212395,'[{"event":"PlayerActed","side":2,"act":"RR4","recorded":"RR4","stack":129,"wager":4}]');
INSERT INTO "journal" VALUES('ec73d202',33,1794760212412,'[{"event":"PlayerActed","side":0,"act":"CA","recorded":"CA","stack":48,"wager":4}]');
INSERT INTO "journal" VALUES('ec73d202',34,1794760212429,'[{"event":"PlayerActed","side":1,"act":"CA","recorded":"CA","stack":48,"wager":4}]');
INSERT INTO "journal" VALUES('ec73d202',35,1794760212446,'[{"event":"PlayerActed","side":2,"act":"CH","recorded":"CH","stack":129,"wager":0}]');
INSERT INTO "journal" VALUES('ec73d202',36,1794760212463,'[{"event":"PlayerActed","side":0,"act":"CH","recorded":"CH","stack":48,"wager":0}]');
INSERT INTO "journal" VALUES('ec73d202',37,1794760212480,'[{"event":"PlayerActed","side":1,"act":"RR2","recorded":"RR2","stack":46,"wager":2}]');
INSERT INTO "journal" VALUES('ec73d202',38,1794760212497,'[{"event":"PlayerActed","side":2,"act":"RR4","recorded":"RR4","stack":125,"wager":4}]');
INSERT INTO "journal" VALUES('5a01c708',40,1794760213689,'[{"event":"Dealt","cards":"9h 6s 4c 4h Th Jh 9c Tc 5c Jc 2c"}]');
INSERT INTO "journal" VALUES('6e2c0be5',34,1794760214775,'[{"event":"Dealt","cards":"4s 7s Ah 6c Qh 3d As 2d Jc"}]');
INSERT INTO "journal" VALUES('6e2c0be5',35,1794760214779,'[{"event":"PlayerActed","side":1,"act":"CA","recorded":"CA","stack":68,"wager":2}]');
INSERT INTO "journal" VALUES('6e2c0be5',36,1794760214786,'[{"event":"PlayerActed","side":0,"act":"RR4","recorded":"RR4","stack":86,"wager":4}]');
INSERT INTO "journal" VALUES('6e2c0be5',37,1794760214793,'[{"event":"PlayerActed","side":1,"act":"RR6","recorded":"RR6","stack":64,"wager":6}]');
INSERT INTO "journal" VALUES('6e2c0be5',38,1794760214798,'[{"event":"PlayerActed","side":0,"act":"RR8","recorded":"RR8","stack":82,"wager":8}]');
INSERT INTO "journal" VALUES('6e2c0be5',39,1794760214815,'[{"event":"PlayerActed","side":1,"act":"CA","recorded":"CA","stack":62,"wager":8}]');
INSERT INTO "journal" VALUES('6e2c0be5',40,1794760214833,'[{"event":"PlayerActed","side":0,"act":"CH","recorded":"CH","stack":82,"wager":0}]');
INSERT INTO "journal" VALUES('6e2c0be5',41,1794760214850,'[{"event":"PlayerActed","side":1,"act":"RR2","recorded":"RR2","stack":60,"wager":2}]');
INSERT INTO "journal" VALUES('6e2c0be5',42,1794760214867,'[{"event":"PlayerActed","side":0,"act":"CA","recorded":"CA","stack":80,"wager":2}]');
INSERT INTO "journal" VALUES('6e2c0be5',43,1794760214901,'[{"event":"PlayerActed","side":0,"act":"CH","recorded":"CH","stack":80,"wager":0}]');
INSERT INTO "journal" VALUES('6e2c0be5',44,1794760214919,'[{"event":"PlayerActed","side":1,"act":"CH","recorded":"CH","stack":60,"wager":0}]');
CREATE TABLE lease (
	masa VARCHAR(12) NOT NULL, 
	owner VARCHAR(40) NOT NULL, 
	fence BIGINT NOT NULL, 
	expires BIGINT NOT NULL, 
	CONSTRAINT pk_lease PRIMARY KEY (masa), 
	CONSTRAINT fk_lease_masa_masa FOREIGN KEY(masa) REFERENCES masa (id)
);
INSERT INTO "lease" VALUES('300574b7','9301c2fdad940c93',1,1794760221025);
INSERT INTO "lease" VALUES('8965a73d','9301c2fdad940c93',1,1794760221025);
INSERT INTO "lease" VALUES('5eef4a41','9301c2fdad940c93',1,1794760221025);
INSERT INTO "lease" VALUES('c98c4e30','9301c2fdad940c93',1,1794760221025);
INSERT INTO "lease" VALUES('ecafc692','9301c2fdad940c93',1,1794760221025);
INSERT INTO "lease" VALUES('cf1c829e','9301c2fdad940c93',1,1794760221025);
INSERT INTO "lease" VALUES('ba363d2d','9301c2fdad940c93',1,1794760221025);
INSERT INTO "lease" VALUES('770dfbcd','9301c2fdad940c93',1,1794760219925);
INSERT INTO "lease" VALUES('87924b44','9301c2fdad940c93',1,1794760220385);
INSERT INTO "lease" VALUES('ec73d202','9301c2fdad940c93',1,1794760221025);
INSERT INTO "lease" VALUES('5a01c708','9301c2fdad940c93',1,1794760221025);
INSERT INTO "lease" VALUES('6e2c0be5','9301c2fdad940c93',1,1794760221025);
CREATE TABLE ledger_entry (
	id INTEGER NOT NULL, 
	"key" VARCHAR(120) NOT NULL, 
	reason VARCHAR(40) NOT NULL, 
	made BIGINT NOT NULL, 
	CONSTRAINT pk_ledger_entry PRIMARY KEY (id), 
	CONSTRAINT uq_ledger_entry_key UNIQUE ("key")
);
INSERT INTO "ledger_entry" VALUES(1,'signup:1','signup',1794760199625);
INSERT INTO "ledger_entry" VALUES(2,'signup:2','signup',1794760199630);
INSERT INTO "ledger_entry" VALUES(3,'signup:3','signup',1794760199633);
INSERT INTO "ledger_entry" VALUES(4,'signup:4','signup',1794760199636);
INSERT INTO "ledger_entry" VALUES(5,'signup:5','signup',1794760199638);
INSERT INTO "ledger_entry" VALUES(6,'signup:6','signup',1794760199641);
INSERT INTO "ledger_entry" VALUES(7,'signup:7','signup',1794760199644);
INSERT INTO "ledger_entry" VALUES(8,'signup:8','signup',1794760199647);
INSERT INTO "ledger_entry" VALUES(9,'signup:9','signup',1794760199651);
INSERT INTO "ledger_entry" VALUES(10,'masa:300574b7:1:0','player_joined',1794760204433);
INSERT INTO "ledger_entry" VALUES(11,'masa:8965a73d:1:0','player_joined',1794760204433);
INSERT INTO "ledger_entry" VALUES(12,'masa:300574b7:2:0','player_joined',1794760204444);
INSERT INTO "ledger_entry" VALUES(13,'masa:8965a73d:2:0','player_joined',1794760204444);
INSERT INTO "ledger_entry" VALUES(14,'signup:10','signup',1794760204465);
INSERT INTO "ledger_entry" VALUES(15,'signup:11','signup',1794760204497);
INSERT INTO "ledger_entry" VALUES(16,'signup:12','signup',1794760204532);
INSERT INTO "ledger_entry" VALUES(17,'ask:10:c98c4e30:x2','player_joined',1794760204715);
INSERT INTO "ledger_entry" VALUES(18,'ask:11:c98c4e30:x2','player_joined',1794760204732);
INSERT INTO "ledger_entry" VALUES(19,'ask:12:c98c4e30:x2','player_joined',1794760204744);
INSERT INTO "ledger_entry" VALUES(20,'ask:10:ecafc692:x15','player_joined',1794760205941);
INSERT INTO "ledger_entry" VALUES(21,'ask:11:ecafc692:x15','player_joined',1794760205958);
INSERT INTO "ledger_entry" VALUES(22,'ask:12:ecafc692:x13','player_joined',1794760205971);
INSERT INTO "ledger_entry" VALUES(23,'ask:10:cf1c829e:x26','player_joined',1794760207119);
INSERT INTO "ledger_entry" VALUES(24,'ask:11:cf1c829e:x32','player_joined',1794760207131);
INSERT INTO "ledger_entry" VALUES(25,'ask:12:cf1c829e:x25','player_joined',1794760207142);
INSERT INTO "ledger_entry" VALUES(26,'ask:10:ba363d2d:x41','player_joined',1794760208251);
INSERT INTO "ledger_entry" VALUES(27,'ask:11:ba363d2d:x45','player_joined',1794760208269);
INSERT INTO "ledger_entry" VALUES(28,'ask:12:ba363d2d:x40','player_joined',1794760208286);
INSERT INTO "ledger_entry" VALUES(29,'ask:10:770dfbcd:x57','player_joined',1794760209329);
INSERT INTO "ledger_entry" VALUES(30,'ask:11:770dfbcd:x61','player_joined',1794760209347);
INSERT INTO "ledger_entry" VALUES(31,'ask:12:770dfbcd:x54','player_joined',1794760209363);
INSERT INTO "ledger_entry" VALUES(32,'ask:10:87924b44:x74','player_joined',1794760210385);
INSERT INTO "ledger_entry" VALUES(33,'ask:11:87924b44:x78','player_joined',1794760210403);
INSERT INTO "ledger_entry" VALUES(34,'ask:12:87924b44:x69','player_joined',1794760210421);
INSERT INTO "ledger_entry" VALUES(35,'ask:10:ec73d202:x78','player_joined',1794760211042);
INSERT INTO "ledger_entry" VALUES(36,'ask:11:ec73d202:x83','player_joined',1794760211061);
INSERT INTO "ledger_entry" VALUES(37,'ask:12:ec73d202:x74','player_joined',1794760211079);
INSERT INTO "ledger_entry" VALUES(38,'ask:10:5a01c708:x96','player_joined',1794760212521);
INSERT INTO "ledger_entry" VALUES(39,'ask:11:5a01c708:x101','player_joined',1794760212532);
INSERT INTO "ledger_entry" VALUES(40,'ask:12:5a01c708:x93','player_joined',1794760212544);
INSERT INTO "ledger_entry" VALUES(41,'ask:10:6e2c0be5:x112','player_joined',1794760213581);
INSERT INTO "ledger_entry" VALUES(42,'ask:11:6e2c0be5:x120','player_joined',1794760213593);
CREATE TABLE ledger_line (
	entry INTEGER NOT NULL, 
	book VARCHAR(60) NOT NULL, 
	amount BIGINT NOT NULL, 
	CONSTRAINT pk_ledger_line PRIMARY KEY (entry, book), 
	CONSTRAINT fk_ledger_line_entry_ledger_entry FOREIGN KEY(entry) REFERENCES ledger_entry (id)
);
INSERT INTO "ledger_line" VALUES(1,'account:1',10000);
INSERT INTO "ledger_line" VALUES(1,'bank',-10000);
INSERT INTO "ledger_line" VALUES(2,'account:2',10000);
INSERT INTO "ledger_line" VALUES(2,'bank',-10000);
INSERT INTO "ledger_line" VALUES(3,'account:3',10000);
INSERT INTO "ledger_line" VALUES(3,'bank',-10000);
INSERT INTO "ledger_line" VALUES(4,'account:4',10000);
INSERT INTO "ledger_line" VALUES(4,'bank',-10000);
INSERT INTO "ledger_line" VALUES(5,'account:5',10000);
INSERT INTO "ledger_line" VALUES(5,'bank',-10000);
INSERT INTO "ledger_line" VALUES(6,'account:6',10000);
INSERT INTO "ledger_line" VALUES(6,'bank',-10000);
INSERT INTO "ledger_line" VALUES(7,'account:7',10000);
INSERT INTO "ledger_line" VALUES(7,'bank',-10000);
INSERT INTO "ledger_line" VALUES(8,'account:8',10000);
INSERT INTO "ledger_line" VALUES(8,'bank',-10000);
INSERT INTO "ledger_line" VALUES(9,'account:9',10000);
INSERT INTO "ledger_line" VALUES(9,'bank',-10000);
INSERT INTO "ledger_line" VALUES(10,'account:2',-200);
INSERT INTO "ledger_line" VALUES(10,'masa:300574b7',200);
INSERT INTO "ledger_line" VALUES(11,'account:4',-1000);
INSERT INTO "ledger_line" VALUES(11,'masa:8965a73d',1000);
INSERT INTO "ledger_line" VALUES(12,'account:4',-200);
INSERT INTO "ledger_line" VALUES(12,'masa:300574b7',200);
INSERT INTO "ledger_line" VALUES(13,'account:2',-1000);
INSERT INTO "ledger_line" VALUES(13,'masa:8965a73d',1000);
INSERT INTO "ledger_line" VALUES(14,'account:10',10000);
INSERT INTO "ledger_line" VALUES(14,'bank',-10000);
INSERT INTO "ledger_line" VALUES(15,'account:11',10000);
INSERT INTO "ledger_line" VALUES(15,'bank',-10000);
INSERT INTO "ledger_line" VALUES(16,'account:12',10000);
INSERT INTO "ledger_line" VALUES(16,'bank',-10000);
INSERT INTO "ledger_line" VALUES(17,'account:10',-80);
INSERT INTO "ledger_line" VALUES(17,'masa:c98c4e30',80);
INSERT INTO "ledger_line" VALUES(18,'account:11',-80);
INSERT INTO "ledger_line" VALUES(18,'masa:c98c4e30',80);
INSERT INTO "ledger_line" VALUES(19,'account:12',-80);
INSERT INTO "ledger_line" VALUES(19,'masa:c98c4e30',80);
INSERT INTO "ledger_line" VALUES(20,'account:10',-80);
INSERT INTO "ledger_line" VALUES(20,'masa:ecafc692',80);
INSERT INTO "ledger_line" VALUES(21,'account:11',-80);
INSERT INTO "ledger_line" VALUES(21,'masa:ecafc692',80);
INSERT INTO "ledger_line" VALUES(22,'account:12',-80);
INSERT INTO "ledger_line" VALUES(22,'masa:ecafc692',80);
INSERT INTO "ledger_line" VALUES(23,'account:10',-80);
INSERT INTO "ledger_line" VALUES(23,'masa:cf1c829e',80);
INSERT INTO "ledger_line" VALUES(24,'account:11',-80);
INSERT INTO "ledger_line" VALUES(24,'masa:cf1c829e',80);
INSERT INTO "ledger_line" VALUES(25,'account:12',-80);
INSERT INTO "ledger_line" VALUES(25,'masa:cf1c829e',80);
INSERT INTO "ledger_line" VALUES(26,'account:10',-80);
INSERT INTO "ledger_line" VALUES(26,'masa:ba363d2d',80);
INSERT INTO "ledger_line" VALUES(27,'account:11',-80);
INSERT INTO "ledger_line" VALUES(27,'masa:ba363d2d',80);
INSERT INTO "ledger_line" VALUES(28,'account:12',-80);
INSERT INTO "ledger_line" VALUES(28,'masa:ba363d2d',80);
INSERT INTO "ledger_line" VALUES(29,'account:10',-80);
INSERT INTO "ledger_line" VALUES(29,'masa:770dfbcd',80);
INSERT INTO "ledger_line" VALUES(30,'account:11',-80);
INSERT INTO "ledger_line" VALUES(30,'masa:770dfbcd',80);
INSERT INTO "ledger_line" VALUES(31,'account:12',-80);
INSERT INTO "ledger_line" VALUES(31,'masa:770dfbcd',80);
INSERT INTO "ledger_line" VALUES(32,'account:10',-80);
INSERT INTO "ledger_line" VALUES(32,'masa:87924b44',80);
INSERT INTO "ledger_line" VALUES(33,'account:11',-80);
INSERT INTO "ledger_line" VALUES(33,'masa:87924b44',80);
INSERT INTO "ledger_line" VALUES(34,'account:12',-80);
INSERT INTO "ledger_line" VALUES(34,'masa:87924b44',80);
INSERT INTO "ledger_line" VALUES(35,'account:10',-80);
INSERT INTO "ledger_line" VALUES(35,'masa:ec73d202',80);
INSERT INTO "ledger_line" VALUES(36,'account:11',-80);
INSERT INTO "ledger_line" VALUES(36,'masa:ec73d202',80);
INSERT INTO "ledger_line" VALUES(37,'account:12',-80);
INSERT INTO "ledger_line" VALUES(37,'masa:ec73d202',80);
INSERT INTO "ledger_line" VALUES(38,'account:10',-80);
INSERT INTO "ledger_line" VALUES(38,'masa:5a01c708',80);
INSERT INTO "ledger_line" VALUES(39,'account:11',-80);
INSERT INTO "ledger_line" VALUES(39,'masa:5a01c708',80);
INSERT INTO "ledger_line" VALUES(40,'account:12',-80);
INSERT INTO "ledger_line" VALUES(40,'masa:5a01c708',80);
INSERT INTO "ledger_line" VALUES(41,'account:10',-80);
INSERT INTO "ledger_line" VALUES(41,'masa:6e2c0be5',80);
INSERT INTO "ledger_line" VALUES(42,'account:11',-80);
INSERT INTO "ledger_line" VALUES(42,'masa:6e2c0be5',80);
CREATE TABLE masa (
	id VARCHAR(12) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	terms TEXT NOT NULL, 
	"key" VARCHAR(40), 
	host INTEGER, 
	opened BIGINT NOT NULL, 
	closed BIGINT, 
	seq BIGINT NOT NULL, 
	value TEXT NOT NULL, queue TEXT, 
	CONSTRAINT pk_masa PRIMARY KEY (id), 
	CONSTRAINT fk_masa_host_account FOREIGN KEY(host) REFERENCES account (id)
);
INSERT INTO "masa" VALUES('300574b7','Copper','{"bots":true,"approval":false,"paused":false,"act_time":null,"approved":[],"banned":[],"silenced":[]}',NULL,NULL,1794760204342,NULL,2,'{"version":1,"sides":6,"blinds":[1,2,0,false],"rules":"masa,table_all_ins=yes","terms":{"least_buy_in":40,"most_buy_in":400,"entry":"free","straddle":false,"run_twice":false,"time_bank":30000,"absent_play":false},"bets":null,"seats":{"0":{"stack":200,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":200,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"positions":{"button":null,"small":null,"big":null},"status":null,"game":null,"last_game":null,"under_way":false,"hands":0,"dropped":0}',NULL);
INSERT INTO "masa" VALUES('8965a73d','Silver','{"bots":true,"approval":false,"paused":false,"act_time":null,"approved":[],"banned":[],"silenced":[]}',NULL,NULL,1794760204350,NULL,2,'{"version":1,"sides":9,"blinds":[5,10,0,false],"rules":"masa,table_all_ins=yes","terms":{"least_buy_in":200,"most_buy_in":2000,"entry":"free","straddle":false,"run_twice":false,"time_bank":30000,"absent_play":false},"bets":null,"seats":{"0":{"stack":1000,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":1000,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"positions":{"button":null,"small":null,"big":null},"status":null,"game":null,"last_game":null,"under_way":false,"hands":0,"dropped":0}',NULL);
INSERT INTO "masa" VALUES('5eef4a41','Heads-up','{"bots":true,"approval":false,"paused":false,"act_time":null,"approved":[],"banned":[],"silenced":[]}',NULL,NULL,1794760204352,NULL,0,'{"version":1,"sides":2,"blinds":[1,2,0,false],"rules":"masa,table_all_ins=yes","terms":{"least_buy_in":40,"most_buy_in":400,"entry":"free","straddle":false,"run_twice":false,"time_bank":30000,"absent_play":false},"bets":null,"seats":{},"positions":{"button":null,"small":null,"big":null},"status":null,"game":null,"last_game":null,"under_way":false,"hands":0,"dropped":0}',NULL);
INSERT INTO "masa" VALUES('c98c4e30','t0 masa','{"bots":false,"approval":false,"paused":false,"act_time":null,"approved":[],"banned":[],"silenced":[]}',NULL,10,1794760204639,NULL,3,'{"version":1,"sides":5,"blinds":[1,2,0,false],"rules":"masa","terms":{"least_buy_in":40,"most_buy_in":400,"entry":"free","straddle":false,"run_twice":false,"time_bank":30000,"absent_play":false},"bets":null,"seats":{"0":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"2":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"positions":{"button":null,"small":null,"big":null},"status":null,"game":null,"last_game":null,"under_way":false,"hands":0,"dropped":0}',NULL);
INSERT INTO "masa" VALUES('ecafc692','t1 classic','{"bots":false,"approval":false,"paused":false,"act_time":null,"approved":[],"banned":[],"silenced":[]}',NULL,10,1794760204648,NULL,19,'{"version":1,"sides":5,"blinds":[1,2,0,false],"rules":"classic","terms":{"least_buy_in":40,"most_buy_in":400,"entry":"free","straddle":false,"run_twice":false,"time_bank":30000,"absent_play":false},"bets":null,"seats":{"0":{"stack":70,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":false,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":70,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":false,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"2":{"stack":100,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":false,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"positions":{"button":1,"small":1,"big":2},"status":null,"game":null,"last_game":{"fen":"2 R 0 0 2!30 0 1 2\nI 70 0 CA\nI 70 0 RR2\nI 70 0 CA\n; rules=classic hands=JcQc/6dAh/7s2d board=3d7cJdKs2s","sides":[0,1,2],"stacks":[80,80,80],"posts":null,"before":{"button":null,"small":null,"big":null},"owed":{"0":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"2":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"acts":["CA","CA","CH","CH","CH","RR2","CA","CA","RR2","RR4","CA","CA","RR2","CA","CA"],"second_board":"","agreed":null,"twice":null,"shown":[],"gone":[]},"under_way":true,"hands":1,"dropped":0}',NULL);
INSERT INTO "masa" VALUES('cf1c829e','t2 botpoker','{"bots":false,"approval":false,"paused":false,"act_time":null,"approved":[],"banned":[],"silenced":[]}',NULL,10,1794760204655,NULL,16,'{"version":1,"sides":5,"blinds":[1,2,0,false],"rules":"botpoker","terms":{"least_buy_in":40,"most_buy_in":400,"entry":"free","straddle":false,"run_twice":false,"time_bank":30000,"absent_play":false},"bets":null,"seats":{"0":{"stack":74,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":false,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":92,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":false,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"2":{"stack":74,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":false,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"positions":{"button":1,"small":1,"big":2},"status":null,"game":null,"last_game":{"fen":"2 R 0 0 2!18 0 1 2\nI 74 0 CA\nI 74 0 RR2\nI 74 0 CA\n; rules=botpoker hands=4hJc/7cKd/Kc9s board=5h2dTc7dKh","sides":[0,1,2],"stacks":[80,80,80],"posts":null,"before":{"button":null,"small":null,"big":null},"owed":{"0":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"2":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"acts":["RR4","CA","CA","CH","CH","CH","CH","CH","CH","RR2","CA","CA"],"second_board":"","agreed":null,"twice":null,"shown":[],"gone":[]},"under_way":true,"hands":1,"dropped":0}',NULL);
INSERT INTO "masa" VALUES('ba363d2d','t3 limit','{"bots":false,"approval":false,"paused":false,"act_time":null,"approved":[],"banned":[],"silenced":[]}',NULL,10,1794760204662,NULL,16,'{"version":1,"sides":5,"blinds":[1,2,0,false],"rules":"limit","terms":{"least_buy_in":40,"most_buy_in":400,"entry":"free","straddle":false,"run_twice":false,"time_bank":30000,"absent_play":false},"bets":null,"seats":{"0":{"stack":84,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":false,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":78,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":false,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"2":{"stack":78,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":false,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"positions":{"button":1,"small":1,"big":2},"status":null,"game":null,"last_game":{"fen":"2 R 0 0 2!6 0 1 2\nI 78 0 CH\nI 78 0 CH\nI 78 0 CH\n; rules=limit hands=2sTc/5c6s/5d3s board=2hJhKdAcTd","sides":[0,1,2],"stacks":[80,80,80],"posts":null,"before":{"button":null,"small":null,"big":null},"owed":{"0":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"2":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"acts":["CA","CA","CH","CH","CH","CH","CH","CH","CH","CH","CH","CH"],"second_board":"","agreed":null,"twice":null,"shown":[],"gone":[]},"under_way":true,"hands":1,"dropped":0}',NULL);
INSERT INTO "masa" VALUES('770dfbcd','t4 tda','{"bots":false,"approval":false,"paused":false,"act_time":null,"approved":[],"banned":[],"silenced":[]}',NULL,10,1794760204670,NULL,19,'{"version":1,"sides":5,"blinds":[1,2,0,false],"rules":"tda","terms":{"least_buy_in":40,"most_buy_in":400,"entry":"free","straddle":false,"run_twice":false,"time_bank":30000,"absent_play":false},"bets":null,"seats":{"0":{"stack":70,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":false,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":85,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":false,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"2":{"stack":85,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":false,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"positions":{"button":0,"small":1,"big":2},"status":null,"game":null,"last_game":{"fen":"2 R 0 0 2!30 0 1 2\nI 70 0 CH\nI 70 0 CH\nI 70 0 CH\n; rules=tda hands=3dJh/Kd5d/Kh5c board=Kc6cJs7cTh","sides":[0,1,2],"stacks":[80,80,80],"posts":null,"before":{"button":null,"small":null,"big":null},"owed":{"0":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"2":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"acts":["RR4","CA","RR6","RR8","CA","CA","RR2","CA","CA","CH","CH","CH","CH","CH","CH"],"second_board":"","agreed":null,"twice":null,"shown":[],"gone":[]},"under_way":true,"hands":1,"dropped":0}',NULL);
INSERT INTO "masa" VALUES('87924b44','t5 tda','{"bots":false,"approval":false,"paused":false,"act_time":null,"approved":[],"banned":[],"silenced":[]}',NULL,10,1794760204677,NULL,3,'{"version":1,"sides":5,"blinds":[1,2,0,false],"rules":"tda","terms":{"least_buy_in":40,"most_buy_in":400,"entry":"free","straddle":false,"run_twice":true,"time_bank":30000,"absent_play":false},"bets":null,"seats":{"0":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"2":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"positions":{"button":null,"small":null,"big":null},"status":null,"game":null,"last_game":null,"under_way":false,"hands":0,"dropped":0}',NULL);
INSERT INTO "masa" VALUES('ec73d202','t6 masa','{"bots":false,"approval":false,"paused":false,"act_time":null,"approved":[],"banned":[],"silenced":[]}',NULL,10,1794760204684,NULL,29,'{"version":1,"sides":5,"blinds":[1,2,1,false],"rules":"masa","terms":{"least_buy_in":40,"most_buy_in":400,"entry":"free","straddle":false,"run_twice":false,"time_bank":30000,"absent_play":false},"bets":null,"seats":{"0":{"stack":53,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":false,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":53,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":false,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"2":{"stack":134,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":false,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"positions":{"button":1,"small":1,"big":2},"status":null,"game":null,"last_game":{"fen":"2 R 0 0 2!81 0 1 2\nI 53 0 CA\nI 53 0 RR2\nI 53 0 CA\n; ante=1 hands=6d9s/JsQs/3h3d board=KdTd8c5d4s","sides":[0,1,2],"stacks":[80,80,80],"posts":null,"before":{"button":null,"small":null,"big":null},"owed":{"0":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"2":{"stack":80,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":true,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"acts":["RR4","CA","CA","CH","CH","CH","CH","RR2","CA","RR4","RR6","RR8","RR10","CA","RR12","RR14","RR16","RR18","CA","RR20","CA","CA","RR2","CA","CA"],"second_board":"","agreed":null,"twice":null,"shown":[],"gone":[]},"under_way":true,"hands":1,"dropped":0}',NULL);
INSERT INTO "masa" VALUES('5a01c708','t7 tda','{"bots":false,"approval":false,"paused":false,"act_time":null,"approved":[],"banned":[],"silenced":[]}',NULL,10,1794760204696,NULL,39,'{"version":1,"sides":5,"blinds":[1,2,0,false],"rules":"tda","terms":{"least_buy_in":40,"most_buy_in":400,"entry":"free","straddle":true,"run_twice":false,"time_bank":30000,"absent_play":false},"bets":null,"seats":{"0":{"stack":94,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":false,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":88,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":false,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"2":{"stack":58,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":false,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"positions":{"button":1,"small":2,"big":0},"status":null,"game":null,"last_game":{"fen":"2 R 1 2 2!30 0 1 2\nI 94 0 RR4\nI 58 0 CA\nI 58 0 CA\n; rules=tda hands=Jd9h/2c6c/4sJh board=9c3s8cAd5c","sides":[0,1,2],"stacks":[104,68,68],"posts":null,"before":{"button":0,"small":1,"big":2},"owed":{},"acts":["CA","CA","RR4","CA","CA","CH","CH","CH","CH","RR2","CA","CA","RR2","RR4","CA","CA"],"second_board":"","agreed":null,"twice":null,"shown":[],"gone":[]},"under_way":true,"hands":2,"dropped":0}',NULL);
INSERT INTO "masa" VALUES('6e2c0be5','t8 limit','{"bots":false,"approval":false,"paused":false,"act_time":null,"approved":[],"banned":[],"silenced":[]}',NULL,10,1794760204703,NULL,33,'{"version":1,"sides":2,"blinds":[1,2,0,false],"rules":"limit","terms":{"least_buy_in":40,"most_buy_in":400,"entry":"free","straddle":false,"run_twice":false,"time_bank":30000,"absent_play":false},"bets":null,"seats":{"0":{"stack":90,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":false,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0},"1":{"stack":70,"status":"WaitNextHand","away":false,"leaving":false,"missed_small":false,"missed_big":false,"is_new":false,"posts":false,"straddles":false,"time_bank":30000,"preselected":null,"preselected_price":0}},"positions":{"button":1,"small":0,"big":1},"status":null,"game":null,"last_game":{"fen":"2 R 0 0 2!8 0 1\nI 90 0 CH\nI 62 0 CH\n; rules=limit hands=Kc3d/2c8d board=8c6h5s9s9c","sides":[0,1],"stacks":[94,66],"posts":null,"before":{"button":0,"small":1,"big":0},"owed":{},"acts":["RR4","CA","CH","CH","CH","CH","CH","CH"],"second_board":"","agreed":null,"twice":null,"shown":[],"gone":[]},"under_way":true,"hands":3,"dropped":0}',NULL);
CREATE TABLE mute (
	account INTEGER NOT NULL, 
	muted INTEGER NOT NULL, 
	CONSTRAINT pk_mute PRIMARY KEY (account, muted), 
	CONSTRAINT fk_mute_account_account FOREIGN KEY(account) REFERENCES account (id), 
	CONSTRAINT fk_mute_muted_account FOREIGN KEY(muted) REFERENCES account (id)
);
CREATE TABLE report (
	chat INTEGER NOT NULL, 
	account INTEGER NOT NULL, 
	made BIGINT NOT NULL, 
	reason VARCHAR(200) NOT NULL, 
	CONSTRAINT pk_report PRIMARY KEY (chat, account), 
	CONSTRAINT fk_report_chat_chat FOREIGN KEY(chat) REFERENCES chat (id), 
	CONSTRAINT fk_report_account_account FOREIGN KEY(account) REFERENCES account (id)
);
CREATE TABLE seat (
	masa VARCHAR(12) NOT NULL, 
	side INTEGER NOT NULL, 
	account INTEGER NOT NULL, 
	bought BIGINT NOT NULL, auto_top_up BIGINT, 
	CONSTRAINT pk_seat PRIMARY KEY (masa, side), 
	CONSTRAINT fk_seat_account_account FOREIGN KEY(account) REFERENCES account (id), 
	CONSTRAINT fk_seat_masa_masa FOREIGN KEY(masa) REFERENCES masa (id), 
	CONSTRAINT uq_seat_masa UNIQUE (masa, account)
);
INSERT INTO "seat" VALUES('300574b7',0,2,200,NULL);
INSERT INTO "seat" VALUES('8965a73d',0,4,1000,NULL);
INSERT INTO "seat" VALUES('300574b7',1,4,200,NULL);
INSERT INTO "seat" VALUES('8965a73d',1,2,1000,NULL);
INSERT INTO "seat" VALUES('c98c4e30',0,10,80,NULL);
INSERT INTO "seat" VALUES('c98c4e30',1,11,80,NULL);
INSERT INTO "seat" VALUES('c98c4e30',2,12,80,NULL);
INSERT INTO "seat" VALUES('ecafc692',0,10,80,NULL);
INSERT INTO "seat" VALUES('ecafc692',1,11,80,NULL);
INSERT INTO "seat" VALUES('ecafc692',2,12,80,NULL);
INSERT INTO "seat" VALUES('cf1c829e',0,10,80,NULL);
INSERT INTO "seat" VALUES('cf1c829e',1,11,80,NULL);
INSERT INTO "seat" VALUES('cf1c829e',2,12,80,NULL);
INSERT INTO "seat" VALUES('ba363d2d',0,10,80,NULL);
INSERT INTO "seat" VALUES('ba363d2d',1,11,80,NULL);
INSERT INTO "seat" VALUES('ba363d2d',2,12,80,NULL);
INSERT INTO "seat" VALUES('770dfbcd',0,10,80,NULL);
INSERT INTO "seat" VALUES('770dfbcd',1,11,80,NULL);
INSERT INTO "seat" VALUES('770dfbcd',2,12,80,NULL);
INSERT INTO "seat" VALUES('87924b44',0,10,80,NULL);
INSERT INTO "seat" VALUES('87924b44',1,11,80,NULL);
INSERT INTO "seat" VALUES('87924b44',2,12,80,NULL);
INSERT INTO "seat" VALUES('ec73d202',0,10,80,NULL);
INSERT INTO "seat" VALUES('ec73d202',1,11,80,NULL);
INSERT INTO "seat" VALUES('ec73d202',2,12,80,NULL);
INSERT INTO "seat" VALUES('5a01c708',0,10,80,NULL);
INSERT INTO "seat" VALUES('5a01c708',1,11,80,NULL);
INSERT INTO "seat" VALUES('5a01c708',2,12,80,NULL);
INSERT INTO "seat" VALUES('6e2c0be5',0,10,80,NULL);
INSERT INTO "seat" VALUES('6e2c0be5',1,11,80,NULL);
CREATE TABLE session (
	digest VARCHAR(64) NOT NULL, 
	account INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	label VARCHAR(80) NOT NULL, 
	created BIGINT NOT NULL, 
	expires BIGINT, seen BIGINT, agent VARCHAR(200), 
	CONSTRAINT pk_session PRIMARY KEY (digest), 
	CONSTRAINT fk_session_account_account FOREIGN KEY(account) REFERENCES account (id)
);
INSERT INTO "session" VALUES('50f4168fe5a677a092d247cf652dca649282a163a9188ebf69682110fc1149a3',10,'browser','',1794760204467,NULL,1794760204613,'python-httpx/0.28.1');
INSERT INTO "session" VALUES('aff21639fdfc78bd7965caf37fc85caa1b0cad65016c1418cd318880972a4517',11,'browser','',1794760204499,NULL,1794760204623,'python-httpx/0.28.1');
INSERT INTO "session" VALUES('48c058e6ba7bc5720a87224483d9332aef78ba33dbff58c7d94059b62aeaf6b6',12,'browser','',1794760204534,NULL,1794760204628,'python-httpx/0.28.1');
CREATE INDEX ix_ledger_line_book ON ledger_line (book);
CREATE INDEX ix_session_account ON session (account);
CREATE INDEX ix_chat_masa ON chat (masa);
CREATE INDEX ix_hand_masa ON hand (masa);
CREATE INDEX ix_hand_player_account ON hand_player (account, hand);
COMMIT;
