-- A trading house in the manner of the nineties: everything in public, keys with names, no identity.
CREATE TABLE categories (category_id smallint NOT NULL, category_name character varying(15) NOT NULL, picture bytea,
  CONSTRAINT pk_categories PRIMARY KEY (category_id));
CREATE TABLE customers (customer_id character varying(5) NOT NULL, company_name varchar(40) NOT NULL, phone varchar(24),
  CONSTRAINT pk_customers PRIMARY KEY (customer_id));
CREATE TABLE employees (employee_id smallint NOT NULL, last_name varchar(20) NOT NULL, birth_date date, photo bytea, notes text,
  reports_to smallint, CONSTRAINT pk_employees PRIMARY KEY (employee_id),
  CONSTRAINT fk_employees_employees FOREIGN KEY (reports_to) REFERENCES employees);
CREATE TABLE region (region_id smallint NOT NULL, region_description varchar(60) NOT NULL, CONSTRAINT pk_region PRIMARY KEY (region_id));
CREATE TABLE territories (territory_id varchar(20) NOT NULL, region_id smallint NOT NULL,
  CONSTRAINT pk_territories PRIMARY KEY (territory_id), CONSTRAINT fk_territories_region FOREIGN KEY (region_id) REFERENCES region);
CREATE TABLE employee_territories (employee_id smallint NOT NULL REFERENCES employees, territory_id varchar(20) NOT NULL REFERENCES territories,
  CONSTRAINT pk_employee_territories PRIMARY KEY (employee_id, territory_id));
CREATE TABLE products (product_id smallint NOT NULL, product_name varchar(40) NOT NULL, category_id smallint REFERENCES categories,
  unit_price real, units_in_stock smallint DEFAULT 0, discontinued integer NOT NULL, "Reorder Level" smallint,
  CONSTRAINT pk_products PRIMARY KEY (product_id), CONSTRAINT in_stock CHECK (units_in_stock >= 0));
CREATE TABLE orders (order_id smallint NOT NULL, customer_id varchar(5) REFERENCES customers, employee_id smallint REFERENCES employees,
  order_date date DEFAULT now(), freight real DEFAULT 0, ship_name varchar(40) DEFAULT 'none', CONSTRAINT pk_orders PRIMARY KEY (order_id));
CREATE TABLE "order" (id serial PRIMARY KEY, "table" text, "Index" integer, class varchar(3) DEFAULT 'x''y');
CREATE TABLE order_details (order_id smallint NOT NULL, product_id smallint NOT NULL, unit_price real NOT NULL, discount double precision DEFAULT 0.25 NOT NULL,
  CONSTRAINT pk_order_details PRIMARY KEY (order_id, product_id),
  CONSTRAINT fk_orders FOREIGN KEY (order_id) REFERENCES orders ON DELETE CASCADE, FOREIGN KEY (product_id) REFERENCES products, UNIQUE (product_id, order_id));
CREATE TABLE deliveries (id integer PRIMARY KEY, order_id smallint, product_id smallint,
  FOREIGN KEY (order_id, product_id) REFERENCES order_details (order_id, product_id) ON DELETE SET NULL (product_id),
  CONSTRAINT whole FOREIGN KEY (product_id, order_id) REFERENCES order_details (product_id, order_id) MATCH FULL) ;
CREATE TABLE demographics (kind char(1), description text);
CREATE VIEW sales AS SELECT o.order_id, sum(d.unit_price * (1 - d.discount)) AS total FROM orders o JOIN order_details d USING (order_id) GROUP BY 1;
CREATE RULE no_delete AS ON DELETE TO region DO INSTEAD NOTHING;
-- A table and a column that were called otherwise once: their sequences keep the names.
CREATE TABLE renamed (id serial PRIMARY KEY, old_number bigserial);
ALTER TABLE renamed RENAME old_number TO number;
ALTER TABLE renamed RENAME TO later_name;
